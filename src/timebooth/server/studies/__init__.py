"""Hints and analyses, computed in processes of their own."""
