"""The server: HTTP and WebSocket around the tables. Only this package knows Litestar."""
