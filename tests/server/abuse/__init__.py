"""One server with honest tables beside abusers: what the honest players notice of it."""
