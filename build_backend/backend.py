"""The one build of the project: setuptools, with two parts that come in only when they are needed.

- The rules are compiled by mypyc. `TIMEBOOTH_COMPILE=0` never compiles, `=1` must, unset tries and falls back to
  plain Python with a warning when there is no C compiler.
- The web client, once there is a `client/` folder, is built by node from PyPI into the wheel.

Both are asked for as build requirements here, so that a plain install needs neither mypy nor node.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Any

from setuptools import build_meta

Config = Mapping[str, Any] | None

COMPILER = ["mypy==2.4.1", "librt>=0.16,<0.17", "mypy_extensions>=1.2"]


def wants_compiling() -> bool:
    """Whether this build is to try mypyc at all."""
    return os.environ.get("TIMEBOOTH_COMPILE") != "0" and sys.implementation.name == "cpython"


def get_requires_for_build_wheel(config_settings: Config = None) -> list[str]:
    return build_meta.get_requires_for_build_wheel(config_settings) + (COMPILER if wants_compiling() else [])


def get_requires_for_build_editable(config_settings: Config = None) -> list[str]:
    """An editable install runs the sources as they are: a compiled file beside them would hide every edit."""
    os.environ["TIMEBOOTH_COMPILE"] = "0"
    return build_meta.get_requires_for_build_editable(config_settings)


def build_editable(wheel_directory: str, config_settings: Config = None, metadata_directory: str | None = None) -> str:
    os.environ["TIMEBOOTH_COMPILE"] = "0"
    return build_meta.build_editable(wheel_directory, config_settings, metadata_directory)


build_wheel = build_meta.build_wheel
build_sdist = build_meta.build_sdist
get_requires_for_build_sdist = build_meta.get_requires_for_build_sdist
prepare_metadata_for_build_wheel = build_meta.prepare_metadata_for_build_wheel
prepare_metadata_for_build_editable = build_meta.prepare_metadata_for_build_editable
