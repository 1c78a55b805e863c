"""The build backend: setuptools, with three optional parts.

- mypyc compiles the rules. `TIMEBOOTH_COMPILE=0` never compiles, `=1` requires it; unset, it tries, and falls back to
  plain Python with a warning if there is no C compiler. With gcc the build is profile-guided (`profile_run.py`);
  `TIMEBOOTH_PGO=0` skips the second build.
- node from PyPI builds the web client into the wheel and the sdist; see `web_client.py`.
- Sphinx from PyPI builds the documentation into them; see `docs_site.py`.

Each part adds its own build requirements here, so that a build without it needs none of them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from setuptools import build_meta

import docs_site
import web_client

Config = Mapping[str, Any] | None

# The compiler, the types it reads, and what the workload of the profile-guided build imports.
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
        return build_meta.get_requires_for_build_wheel(config_settings) + (COMPILER if compiles else []) + builders()


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Config = None) -> str:
    with without_compiling():
        return build_meta.prepare_metadata_for_build_wheel(metadata_directory, config_settings)


def build_editable(wheel_directory: str, config_settings: Config = None, metadata_directory: str | None = None) -> str:
    """Build without compiling: a compiled file beside the sources would hide every edit."""
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
        return build_meta.get_requires_for_build_sdist(config_settings) + builders()


def build_sdist(sdist_directory: str, config_settings: Config = None) -> str:
    build_parts()
    with without_compiling():
        return build_meta.build_sdist(sdist_directory, config_settings)


def build_wheel(wheel_directory: str, config_settings: Config = None, metadata_directory: str | None = None) -> str:
    build_parts()
    return build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)


def builders() -> list[str]:
    """Return what the client and the documentation need to be built, if they have to be."""
    node = [web_client.NODE] if web_client.is_needed() else []
    return node + (docs_site.REQUIRES if docs_site.is_needed() else [])


def build_parts() -> None:
    """Build the client and the documentation at the same time, if they have to be: `make play` waits for both."""
    with ThreadPoolExecutor() as pool:
        for built in [pool.submit(part.build) for part in (web_client, docs_site) if part.is_needed()]:
            built.result()


@contextmanager
def without_compiling() -> Iterator[None]:
    """Turn compiling off: only `build_wheel` needs it, and everything else that runs setup.py is faster without."""
    before = os.environ.get(SWITCH)
    os.environ[SWITCH] = "0"
    try:
        yield
    finally:
        if before is None:
            del os.environ[SWITCH]
        else:
            os.environ[SWITCH] = before
