"""Stands in for `pip install --editable FOLDER`: adds the path and the entry points of a package."""

from __future__ import annotations

import sys
import sysconfig
import tomllib
from pathlib import Path


def main(folder: Path) -> None:
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    site = Path(sysconfig.get_path("purelib"))
    (site / f"{project['name']}.pth").write_text(str((folder / "src").resolve()), encoding="utf-8")
    info = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n", encoding="utf-8")
    groups = [
        "\n".join([f"[{group}]", *(f"{name} = {value}" for name, value in entries.items())])
        for group, entries in project["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("\n".join(groups), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[-1].partition("[")[0]))
