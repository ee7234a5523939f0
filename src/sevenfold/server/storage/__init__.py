"""What is kept: the database, and the logs, tables and persons in it."""
