"""Build the documentation site into the package, with Sphinx from PyPI.

The chapters stay where a code host shows them: in the root, in `docs/` and beside the rules. Here they are collected in
one folder, with the links between them adapted. The result is stamped with a hash of its sources, as the web client is:
an unchanged tree, or an sdist, is not built again. `TIMEBOOTH_DOCS=0` never builds the site.
"""

from __future__ import annotations

import hashlib
import os
import posixpath
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SWITCH = "TIMEBOOTH_DOCS"
# Sphinx, and what the library imports when its docstrings are read.
REQUIRES = ["sphinx==9.0.4", "myst-parser==5.2.0", "msgspec>=0.22,<0.23", "icu4py>=1.2,<2", "mypy_extensions>=1.2"]
SITE = Path("docs/site")
BUILT = Path("src/timebooth/server/docs")
STAMP = ".built-from"
PACKAGE = Path("src/timebooth")
LINK = re.compile(r"\[([^\]]*)\]\(([^)#:\s]+)(#[^)\s]*)?\)")
LISTED = re.compile(r"^[\w./-]+$", re.MULTILINE)
HOME = "index"
MORE = "\n```{{toctree}}\n:hidden:\n:caption: More\n\n{}\n```\n"


def chapters() -> dict[str, str]:
    """Return every chapter and picture by its path in the project, with its path in the site."""
    found = {path: path.name.lower() for path in sorted(Path().glob("*.md")) if path.name != "README.md"}
    found |= {path: path.name for path in sorted(Path("docs").glob("*.md"))}
    found |= {path: path.relative_to("docs").as_posix() for path in sorted(Path("docs/screens").glob("*.png"))}
    found |= {path: path.relative_to(SITE).as_posix() for path in sorted(SITE.rglob("*.md"))}
    for path in sorted(PACKAGE.glob("games/*/RULES*.md")):
        found[path] = f"rules/{path.parent.name.replace('_', '-')}{path.name.removeprefix('RULES')}"
    return {path.as_posix(): target for path, target in found.items()}


def sources() -> list[Path]:
    """Return every file that the site depends on: the chapters, how they look, and the documented code."""
    code = (path for path in PACKAGE.rglob("*.py") if "server" not in path.parts)
    return sorted({*map(Path, chapters()), *filter(Path.is_file, SITE.rglob("*.*")), *code})


def digest() -> str:
    whole = hashlib.blake2b(digest_size=16)
    for path in sources():
        whole.update(path.as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return whole.hexdigest()


def is_needed() -> bool:
    """Return whether the site has to be built: its sources are here, changed since, and it was not switched off."""
    if os.environ.get(SWITCH) == "0" or not SITE.is_dir():
        return False
    stamp = BUILT / STAMP
    return not stamp.is_file() or stamp.read_text() != digest()


def collect(folder: Path) -> None:
    """Copy all chapters and pictures into one folder; links between them lead there."""
    places = chapters()
    for source, target in places.items():
        path = folder / target
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".md":
            path.write_text(relinked(source, places), encoding="utf-8")
        else:
            shutil.copyfile(source, path)
    home = folder / f"{HOME}.md"
    listed = set(LISTED.findall(home.read_text(encoding="utf-8")))
    pages = (target.removesuffix(".md") for target in places.values() if target.endswith(".md"))
    if others := [page for page in pages if page != HOME and page not in listed]:
        with home.open("a", encoding="utf-8") as file:
            file.write(MORE.format("\n".join(others)))


def relinked(source: str, places: dict[str, str]) -> str:
    """Return the text of a chapter with its links to other chapters as they are in the site.

    A link to any other file of the project keeps its text only.
    """
    here = posixpath.dirname(source)
    there = posixpath.dirname(places[source])

    def link(found: re.Match[str]) -> str:
        label, path, anchor = found.groups(default="")
        target = posixpath.normpath(posixpath.join(here, path))
        if target in places:
            return f"[{label}]({posixpath.relpath(places[target], there or '.')}{anchor})"
        return label if Path(target).exists() else found[0]

    return LINK.sub(link, Path(source).read_text(encoding="utf-8"))


def build(*, strict: bool = False) -> None:
    """Build the site into the package; with `strict`, every warning is an error."""
    with tempfile.TemporaryDirectory() as folder:
        pages, site = Path(folder, "pages"), Path(folder, "site")
        collect(pages)
        options = ["--fail-on-warning", "--keep-going"] if strict else []
        command = ["-m", "sphinx", "--quiet", "-b", "html", "-c", str(SITE), "-d", str(Path(folder, "trees")), *options]
        run = subprocess.run([sys.executable, *command, str(pages), str(site)])
        if run.returncode != 0:
            raise SystemExit(f"timebooth: the documentation could not be built, see above; {SWITCH}=0 installs without")
        shutil.rmtree(BUILT, ignore_errors=True)
        shutil.copytree(site, BUILT, ignore=shutil.ignore_patterns(".buildinfo", "objects.inv", "_sources"))
    (BUILT / STAMP).write_text(digest())


if __name__ == "__main__":
    build(strict=True)
