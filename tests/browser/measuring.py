"""Measure a page: which texts and buttons overlap, are cut, or leave the window."""

from __future__ import annotations

from pathlib import Path

# A page evaluates a text that begins with a comment as statements, and would only declare the function.
MEASURE = "() => {" + (Path(__file__).parent / "measure.js").read_text(encoding="utf-8") + "\nreturn measure() }"

SCROLLS_SIDEWAYS = "() => document.documentElement.scrollWidth > innerWidth"
