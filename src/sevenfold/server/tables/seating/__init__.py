"""Who sits at a table, who watches, who is its host: each change of the table as a new row."""
