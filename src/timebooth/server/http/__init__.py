"""What is asked over HTTP: one file for each kind of thing."""
