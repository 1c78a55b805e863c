"""What a browser loads: the web client, texts, games, rules and the API description."""
