"""Requests and answers over HTTP and sockets."""
