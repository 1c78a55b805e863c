"""Draws SVG pictures with matplotlib, whose colours follow the light or dark theme of the page.

Matplotlib knows only fixed colours, so it draws with placeholders that are replaced by CSS variables. Text stays text.
The same numbers give the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from timebooth.files import file_errors
from timebooth.kernel.errors import TimeboothError
from timebooth.words import Words

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, FAINT, GRID, PAPER = "#010101", "#020202", "#030303", "#040404"
SERIES = ("#050501", "#050502", "#050503", "#050504", "#050505", "#050506")
GOOD, BAD = "#060601", "#060602"

VARIABLES = {
    INK: "--ink",
    FAINT: "--faint",
    GRID: "--grid",
    PAPER: "--paper",
    GOOD: "--good",
    BAD: "--bad",
    **{colour: f"--series-{number}" for number, colour in enumerate(SERIES, start=1)},
}

LIGHT = {
    "--ink": "#1d2433",
    "--faint": "#5d677a",
    "--grid": "#dfe3ea",
    "--paper": "#ffffff",
    "--good": "#12805c",
    "--bad": "#b3261e",
    "--series-1": "#2457c5",
    "--series-2": "#c2410c",
    "--series-3": "#12805c",
    "--series-4": "#8a3ffc",
    "--series-5": "#a16207",
    "--series-6": "#0e7490",
}
DARK = {
    "--ink": "#e8ebf2",
    "--faint": "#a3adbf",
    "--grid": "#343d4f",
    "--paper": "#141924",
    "--good": "#4cc38a",
    "--bad": "#ff8379",
    "--series-1": "#7aa5ff",
    "--series-2": "#ff9e64",
    "--series-3": "#5fd0a3",
    "--series-4": "#c4a1ff",
    "--series-5": "#e3c168",
    "--series-6": "#5cc8de",
}

STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "timebooth",
    "font.family": ["DejaVu Sans"],
    "font.size": 10.0,
    "text.color": INK,
    "axes.edgecolor": GRID,
    "axes.labelcolor": FAINT,
    "axes.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 11.0,
    "axes.titlecolor": INK,
    "axes.titlelocation": "left",
    "figure.facecolor": "none",
    "grid.color": GRID,
    "legend.frameon": False,
    "legend.labelcolor": INK,
    "xtick.color": GRID,
    "xtick.labelcolor": FAINT,
    "ytick.color": GRID,
    "ytick.labelcolor": INK,
}
FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"


def need_matplotlib() -> None:
    """Raise an error if matplotlib, an optional extra, is not installed."""
    if find_spec("matplotlib") is None:
        raise TimeboothError("extra.missing", what="matplotlib", extra="lab")


def picture(draw: Callable[[Figure], None], width: float, height: float) -> str:
    """Return a drawing as an SVG element for a page that defines the colours."""
    need_matplotlib()
    from matplotlib import rc_context
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with rc_context(STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasSVG(figure)
        draw(figure)
        out = StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    return _themed(out.getvalue())


def _themed(svg: str) -> str:
    svg = svg[svg.index("<svg") :]
    for colour, variable in VARIABLES.items():
        svg = svg.replace(colour, f"var({variable})")
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r'<g id="[^"]*"', "<g", svg)  # ids must be unique on a page with several pictures
    svg = re.sub(r"font: ([^;\"]*?)'DejaVu Sans'", rf"font: \1{FONTS}", svg)
    svg = re.sub(r"\n\s*", "\n", svg)
    return re.sub(r'(<svg [^>]*?) width="[^"]*"| height="[^"]*pt"', lambda found: found.group(1) or "", svg, count=2)


def colours(which: dict[str, str]) -> str:
    """Return the colours as CSS declarations."""
    return "".join(f"{variable}:{colour};" for variable, colour in which.items())


def write_picture(path: Path, svg: str) -> None:
    """Write a standalone SVG file that follows the light or dark theme of the system."""
    style = (
        f"<style>svg{{{colours(LIGHT)}background:var(--paper)}}"
        f"@media(prefers-color-scheme:dark){{svg{{{colours(DARK)}}}}}</style>"
    )
    end_of_tag = svg.index(">") + 1
    with file_errors("file.unwritable", path):
        path.write_text(svg[:end_of_tag] + style + svg[end_of_tag:], encoding="utf-8")


def intervals(
    axes: Axes, places: list[float], middles: list[float], lows: list[float], highs: list[float], colour: str
) -> None:
    """Draw dots with their 95 % intervals, one per line."""
    axes.hlines(places, lows, highs, colors=colour, linewidth=2.2, alpha=0.55, capstyle="round")
    axes.plot(middles, places, "o", color=colour, markersize=6, markeredgewidth=0)


def percent(axes: Axes, words: Words, which: str = "x") -> None:
    """Label an axis in percent, as the language writes it."""
    from matplotlib.ticker import FuncFormatter

    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_major_formatter(FuncFormatter(lambda share, _: words.say("percent.whole", share=float(share))))
