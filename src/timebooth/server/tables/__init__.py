"""Tables over the network: streams, calls, presence, the lobby and the HTTP routes."""
