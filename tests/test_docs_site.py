"""The documentation site: every chapter is in it, its links lead somewhere, and a strict content policy allows it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import protocol_pages
import pytest

import docs_site

ROOT = Path(__file__).parent.parent
ABROAD = re.compile(r"""<(?:script|link|img|iframe|source)\b[^>]*\b(?:src|href)=["'](?:https?:)?//""")
INLINE = re.compile(r"""<style|\sstyle=|\son\w+=["']|<script(?![^>]*\bsrc=)|javascript:""")


@pytest.fixture(autouse=True)
def _in_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site; a warning is an error."""
    if find_spec("sphinx") is None or find_spec("myst_parser") is None:
        pytest.skip("NOT TESTED: the documentation site, because Sphinx is not installed")
    folder = tmp_path_factory.mktemp("site") / "built"
    code = f"import docs_site, pathlib; docs_site.BUILT = pathlib.Path({str(folder)!r}); docs_site.build(strict=True)"
    path = f"import sys; sys.path.insert(0, 'build_backend'); {code}"
    built = subprocess.run([sys.executable, "-c", path], cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    return folder


def pages_of(site: Path) -> dict[str, str]:
    return {path.relative_to(site).as_posix(): path.read_text(encoding="utf-8") for path in site.rglob("*.html")}


def test_every_chapter_and_every_ledger_has_its_place() -> None:
    places = docs_site.chapters()

    assert places["docs/hosting.md"] == "hosting.md"
    assert places["GLOSSARY.md"] == "glossary.md"
    assert places["src/timebooth/games/riff_in_time/RULES.fr.md"] == "rules/riff-in-time.fr.md"
    assert len(set(places.values())) == len(places)
    assert {path.as_posix() for path in Path("docs").glob("*.md")} <= places.keys()


def test_links_lead_to_where_a_chapter_is_in_the_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("docs").mkdir()
    Path("LICENSE").touch()
    text = (
        "[a](../GLOSSARY.md#words) [b](../game/RULES.md) [c](../LICENSE) [d](https://x.example) [e](#here) [f](no.md)"
    )
    Path("docs/a.md").write_text(text)
    places = {"docs/a.md": "sub/a.md", "GLOSSARY.md": "glossary.md", "game/RULES.md": "rules/game.md"}

    found = docs_site.relinked("docs/a.md", places)

    assert found == ("[a](../glossary.md#words) [b](../rules/game.md) c [d](https://x.example) [e](#here) [f](no.md)")


def test_a_chapter_that_the_first_page_does_not_list_is_listed_under_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = docs_site.chapters()
    monkeypatch.setattr(docs_site, "chapters", lambda: {**listed, "SECURITY.md": "new-chapter.md"})

    docs_site.collect(tmp_path)

    more = (tmp_path / "index.md").read_text(encoding="utf-8").partition(":caption: More\n")[2]
    assert "new-chapter" in more.splitlines()
    assert "hosting" not in more.splitlines()


def test_the_site_is_built_again_only_after_a_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docs_site, "BUILT", tmp_path)
    monkeypatch.delenv(docs_site.SWITCH, raising=False)
    assert docs_site.is_needed()

    (tmp_path / docs_site.STAMP).write_text(docs_site.digest())
    assert not docs_site.is_needed()

    (tmp_path / docs_site.STAMP).write_text("of other sources")
    assert docs_site.is_needed()
    monkeypatch.setenv(docs_site.SWITCH, "0")
    assert not docs_site.is_needed()


def test_the_site_has_a_page_for_every_chapter(site: Path) -> None:
    wanted = {
        target.removesuffix(".md") + ".html" for target in docs_site.chapters().values() if target.endswith(".md")
    }

    assert set(pages_of(site)) == wanted
    assert {"tutorial.html", "api/library.html", "protocol.html", "rules/back-to-the-future.fr.html"} <= wanted
    assert '<html lang="fr"' in pages_of(site)["rules/back-to-the-future.fr.html"]


def test_no_page_loads_anything_from_elsewhere_or_needs_inline_scripts_or_styles(site: Path) -> None:
    pages = pages_of(site)

    assert len(pages) > 20
    for name, text in pages.items():
        assert not ABROAD.search(text), name
        assert not INLINE.search(re.sub(r"<code.*?</code>|<pre>.*?</pre>", "", text, flags=re.DOTALL)), name


def test_every_public_name_of_the_library_is_in_the_reference(site: Path) -> None:
    import timebooth

    said = "".join(text for name, text in pages_of(site).items() if name.startswith("api/"))

    missing = [name for name in timebooth.__all__ if not re.search(rf'id="timebooth\.(?:[a-z_.]+\.)?{name}"', said)]
    assert missing == ["__version__"]


def test_the_search_knows_chapters_rules_and_names_of_the_library(site: Path) -> None:
    sections = json.loads((site / "search.json").read_text(encoding="utf-8"))

    assert {"Backups", "new_match", "Set-up"} <= {section["heading"] for section in sections}
    assert any("§MULLIGAN" in section["text"] for section in sections)
    assert all((site / section["url"].partition("#")[0]).is_file() for section in sections)


def test_the_chapters_on_the_protocol_fit_the_structs() -> None:
    for name, text in protocol_pages.pages().items():
        page = (ROOT / "docs" / name).read_text(encoding="utf-8")
        assert page.endswith(protocol_pages.MARK + text), f"docs/{name}: run `python tools/protocol_pages.py`"
