"""Every message between client and server. The client's TypeScript types are generated from this package.

The server sends codes and values in notation, never sentences. `docs/protocol.md` says how a client goes on.
"""
