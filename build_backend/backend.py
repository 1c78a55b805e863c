"""The one build of the project: setuptools, with two parts that come in only when they are needed.

- The rules are compiled by mypyc. `TIMEBOOTH_COMPILE=0` never compiles, `=1` must, unset tries and falls back to
  plain Python with a warning when there is no C compiler. gcc builds them twice and learns from a rehearsal in between
  (`rehearsal.py`); `TIMEBOOTH_REHEARSE=0` spares the time.
- The web client is built by node from PyPI into the wheel and the sdist; see `web_client.py`.

Both are asked for as build requirements here, so that a plain install needs neither mypy nor node.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from setuptools import build_meta

import web_client

Config = Mapping[str, Any] | None

# The compiler, the types it reads, and what the games import when they are rehearsed.
COMPILER = [
    "mypy==2.4.1",
    "librt>=0.16,<0.17",
    "msgspec>=0.22,<0.23",
    "mypy_extensions>=1.2",
    "icu4py>=1.2,<2",
]
SWITCH = "TIMEBOOTH_COMPILE"


def get_requires_for_build_wheel(config_settings: Config = None) -> list[str]:
    compiles = os.environ.get(SWITCH) != "0" and sys.implementation.name == "cpython"
    with without_compiling():
        return build_meta.get_requires_for_build_wheel(config_settings) + (COMPILER if compiles else []) + node()


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Config = None) -> str:
    with without_compiling():
        return build_meta.prepare_metadata_for_build_wheel(metadata_directory, config_settings)


def build_editable(wheel_directory: str, config_settings: Config = None, metadata_directory: str | None = None) -> str:
    """An editable install runs the sources as they are: a compiled file beside them would hide every edit."""
    with without_compiling():
        return build_meta.build_editable(wheel_directory, config_settings, metadata_directory)


def get_requires_for_build_editable(config_settings: Config = None) -> list[str]:
    with without_compiling():
        return build_meta.get_requires_for_build_editable(config_settings)


def prepare_metadata_for_build_editable(metadata_directory: str, config_settings: Config = None) -> str:
    with without_compiling():
        return build_meta.prepare_metadata_for_build_editable(metadata_directory, config_settings)


def get_requires_for_build_sdist(config_settings: Config = None) -> list[str]:
    with without_compiling():
        return build_meta.get_requires_for_build_sdist(config_settings) + node()


def build_sdist(sdist_directory: str, config_settings: Config = None) -> str:
    build_client()
    with without_compiling():
        return build_meta.build_sdist(sdist_directory, config_settings)


def build_wheel(wheel_directory: str, config_settings: Config = None, metadata_directory: str | None = None) -> str:
    build_client()
    return build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)


def node() -> list[str]:
    return [web_client.NODE] if web_client.is_needed() else []


def build_client() -> None:
    if web_client.is_needed():
        web_client.build()


@contextmanager
def without_compiling() -> Iterator[None]:
    """Only a wheel holds machine code; everything else that runs setup.py is spared the compiler."""
    before = os.environ.get(SWITCH)
    os.environ[SWITCH] = "0"
    try:
        yield
    finally:
        if before is None:
            del os.environ[SWITCH]
        else:
            os.environ[SWITCH] = before
