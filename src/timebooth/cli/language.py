"""The language of the command line: `--lang`, or the system's."""

from __future__ import annotations

import os
from typing import Annotated, Literal

import typer

from timebooth.words import LANGUAGES, Words

Language = Literal["en", "fr"]


def _remember(ctx: typer.Context, lang: str | None) -> str | None:
    if lang is not None:
        ctx.find_root().obj = lang
    return lang


Lang = Annotated[
    Language | None,
    typer.Option(
        "--lang",
        callback=_remember,
        is_eager=True,  # before --help, which it translates
        help="The language of the output; by default your system's. May come anywhere.",
    ),
]


def lang_first(args: list[str]) -> list[str]:
    """Return the arguments with `--lang` moved to the front, since it may come anywhere."""
    found: list[str] = []
    rest: list[str] = []
    left = iter(args)
    for word in left:
        if word == "--":
            rest += [word, *left]
        elif word == "--lang":
            found += [word, *[value for value in [next(left, None)] if value is not None]]
        elif word.startswith("--lang="):
            found.append(word)
        else:
            rest.append(word)
    return found + rest


def language(ctx: typer.Context) -> str:
    """Return the language of --lang, else of the system, else English."""
    chosen = ctx.find_root().obj
    if chosen is not None:
        return str(chosen)
    system = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return system[:2] if system[:2] in LANGUAGES else "en"


def shared_words(ctx: typer.Context) -> Words:
    """Return the texts that belong to no game."""
    return Words(language(ctx))
