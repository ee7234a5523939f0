"""What is kept: the database, and the logs, tables and guests in it."""
