"""Three time-travel tabletop games on one rules core."""

__version__ = "0.2.0"
