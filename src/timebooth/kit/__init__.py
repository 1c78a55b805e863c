"""Makes packages for a game or a bot of your own, from templates that are themselves packages that work."""
