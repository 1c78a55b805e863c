"""The 62 game cards (and the promo card), by type."""
