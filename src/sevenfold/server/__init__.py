"""The server: tables kept in a database, played over HTTP and sockets."""
