"""Connections, requests and frames: everything between a network socket and the application."""
