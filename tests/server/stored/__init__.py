"""Extreme messages that may well be accepted; what was accepted must open again after the server was stopped."""
