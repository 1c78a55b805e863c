"""Measures the server: answers over real sockets, memory of a table, a cold open; and a peer's server beside it."""
