"""Write the options of `timebooth serve` and their variables into docs/hosting.md: `python tools/options_page.py`.

With `--check`, write nothing and fail if the page is out of date.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from timebooth.cli.main import app
from timebooth.cli.serve import SECRET
from timebooth.words import Words

PAGE = Path(__file__).parent.parent / "docs" / "hosting.md"
HEAD = "| option | variable | default | meaning |\n|---|---|---|---|\n"
TABLE = re.compile(re.escape(HEAD) + r"(?:\|.*\n)*")
KEYS = "The key itself, or several separated by whitespace, the newest last. Not used with a key file."


def main() -> None:
    page = PAGE.read_text(encoding="utf-8")
    written = TABLE.sub(lambda _: options_table(), page)
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(written, encoding="utf-8")
    elif written != page or HEAD not in page:
        sys.exit("docs/hosting.md is out of date: run `python tools/options_page.py`")


def options_table() -> str:
    """Return one row for every option of `serve`, and one for the key in the environment."""
    command: Any = typer.main.get_command(app)
    rows = [*_rows(command.commands["serve"]), ("", SECRET, "", KEYS)]
    return HEAD + "".join(
        f"| {_code(option)} | {_code(name)} | {_code(default)} | {text} |\n" for option, name, default, text in rows
    )


def _rows(command: Any) -> Iterator[tuple[str, str, str, str]]:
    words = Words("en")
    for each in command.params:
        key = f"help.serve.{each.name}"
        default = "" if each.default in (None, False, "") else str(each.default)
        text = words.say(key) if words.has(key) else each.help
        yield "/".join((*each.opts, *each.secondary_opts)), each.envvar or "", default, text.replace("|", "\\|")


def _code(text: str) -> str:
    return f"`{text}`" if text else ""


if __name__ == "__main__":
    main()
