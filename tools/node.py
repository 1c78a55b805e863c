"""Run npm in the client's folder with node from PyPI; `build` writes the client into the package.

python tools/node.py ci | build | test | run check …
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "build_backend"))
os.chdir(ROOT)

from web_client import bundle, npm  # noqa: E402

CLIENT = ROOT / "client"

__all__ = ["CLIENT", "npm"]

if __name__ == "__main__":
    if sys.argv[1:] == ["build"]:
        bundle()
    else:
        npm(*sys.argv[1:])
