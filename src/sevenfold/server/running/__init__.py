"""Running the server: processes, connections, and the log."""
