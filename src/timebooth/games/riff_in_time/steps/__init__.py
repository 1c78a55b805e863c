"""One file per rulebook heading."""
