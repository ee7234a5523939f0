"""The server in its host's care: what commands want of it is taken up while it runs."""
