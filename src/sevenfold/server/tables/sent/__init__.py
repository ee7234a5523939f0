"""What everybody at a table is sent: views, updates, who is there, and talk."""
