"""What the operator of a server can do while it runs, on this machine only."""
