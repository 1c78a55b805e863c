"""`python -m timebooth` is the command `timebooth`."""

from timebooth.cli.main import run

run()
