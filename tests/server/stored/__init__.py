"""Extreme messages that may be accepted; accepted tables must open again after a restart."""
