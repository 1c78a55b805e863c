"""Benchmarks of the server: answers over real sockets beside a peer's server, memory per table, and cold opens."""
