"""Builds an HTML page from top to bottom; it follows the light or dark theme of the system and can be printed."""

from __future__ import annotations

from html import escape
from pathlib import Path

from timebooth.lab.drawing import DARK, LIGHT, colours

COLOURS = (
    f":root{{color-scheme:light dark;{colours(LIGHT)}--wash:#f4f6fa;--accent:#c2410c}}\n"
    f"@media(prefers-color-scheme:dark){{:root{{{colours(DARK)}--wash:#1b2230;--accent:#ff9e64}}}}\n"
)
STYLE = Path(__file__).with_name("page.css")


class Page:
    def __init__(self, lang: str, title: str) -> None:
        self.lang = lang
        self.title = title
        self._head: list[str] = []
        self._body: list[str] = []

    def opening(self, lead: str, about: str) -> None:
        self._head.append(f'<p class="lead">{escape(lead)}</p><p class="faint">{escape(about)}</p>')

    def facts(self, facts: list[tuple[str, str]]) -> None:
        """Add a row of key figures."""
        cells = "".join(f"<li><strong>{escape(big)}</strong><span>{escape(said)}</span></li>" for big, said in facts)
        self._body.append(f'<ul class="facts">{cells}</ul>')

    def section(self, title: str, lead: str) -> None:
        self._body.append(f"<h2>{escape(title)}</h2>")
        if lead:
            self._body.append(f"<p>{escape(lead)}</p>")

    def heading(self, title: str) -> None:
        self._body.append(f"<h3>{escape(title)}</h3>")

    def note(self, text: str) -> None:
        self._body.append(f'<p class="faint">{escape(text)}</p>')

    def sentences(self, sentences: list[str]) -> None:
        items = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
        self._body.append(f'<ul class="say">{items}</ul>')

    def figure(self, svg: str, about: str) -> None:
        self._body.append(f'<figure role="img" aria-label="{escape(about)}">{svg}</figure>')

    def legend(self, entries: list[tuple[str, str]]) -> None:
        items = "".join(
            f'<li><i style="background:var({variable})"></i>{escape(said)}</li>' for variable, said in entries
        )
        self._body.append(f'<ul class="legend">{items}</ul>')

    def table(self, headings: list[str], rows: list[list[str]], summary: str) -> None:
        """Add a table, folded away under its summary if there is one."""
        numeric = [all(_is_number(row[i]) for row in rows) for i in range(len(headings))]
        kind = [' class="n"' if number else "" for number in numeric]
        head = "".join(f"<th{kind[i]}>{escape(heading)}</th>" for i, heading in enumerate(headings))
        body = "".join(
            "<tr>" + "".join(f"<td{kind[i]}>{escape(cell)}</td>" for i, cell in enumerate(row)) + "</tr>\n"
            for row in rows
        )
        table = f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>\n{body}</tbody></table></div>'
        folded = f"<details><summary>{escape(summary)}</summary>{table}</details>" if summary else table
        self._body.append(folded)

    def command(self, said: str, escaped: str) -> None:
        self._body.append(f"<p>{escape(said)}</p><pre><code>{escaped}</code></pre>")

    def html(self) -> str:
        return (
            f'<!doctype html>\n<html lang="{self.lang}">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(self.title)}</title>\n<style>\n{COLOURS}{STYLE.read_text(encoding='utf-8')}</style>\n</head>\n<body>\n"
            f"<header><div><h1>{escape(self.title)}</h1>{''.join(self._head)}</div></header>\n<main>\n"
            + "\n".join(self._body)
            + "\n</main>\n</body>\n</html>\n"
        )


def _is_number(cell: str) -> bool:
    return cell[:1].isdigit() or cell[:1] in "+-−×"
