"""What a service manager such as systemd is told, where it listens (`Type=notify`; man sd_notify)."""

import os
import socket
from time import monotonic_ns

READY = "READY=1"


def tell(state: str) -> None:
    """Tell the service manager, if there is one. One that is gone is no reason to stop."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address or not hasattr(socket, "AF_UNIX"):
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        try:
            manager.connect(address.replace("@", "\0", 1) if address.startswith("@") else address)
            manager.sendall(state.encode())
        except OSError:
            return


def tell_of_reloading() -> None:
    """Tell it that the program begins again, until it is ready."""
    tell(f"RELOADING=1\nMONOTONIC_USEC={monotonic_ns() // 1000}")
