"""Benchmarks: engine, search, environments, processes, bots and server, each compared with a peer."""
