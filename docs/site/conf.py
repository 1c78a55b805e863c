"""How Sphinx builds the documentation site; `build_backend/docs_site.py` collects the chapters and starts it."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

from timebooth.version import VERSION

project = "Timebooth"
version = release = VERSION
extensions = ["myst_parser", "sphinx.ext.autodoc"]
default_role = "literal"
myst_heading_anchors = 4

add_module_names = False
autodoc_member_order = "bysource"
autodoc_mock_imports = ["gymnasium", "numpy", "pettingzoo", "pyarrow", "pyspiel"]
autodoc_preserve_defaults = True
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True

html_theme = "theme"
html_theme_path = ["."]
html_copy_source = False
html_domain_indices = False
html_static_path = ["../../client/public/icon.svg"]
html_permalinks_icon = "#"
html_use_index = False


def sections(document: nodes.document) -> Iterator[tuple[str, str, str]]:
    """Yield each section and each documented name of a page: its anchor, its heading and its text."""
    for section in document.findall(nodes.section):
        own = [child.astext() for child in section.children if not isinstance(child, nodes.section | nodes.title)]
        heading = section.next_node(nodes.title)
        yield section["ids"][0], "" if heading is None else heading.astext(), "\n".join(own)
    for name in document.findall(addnodes.desc_signature):
        if name["ids"]:
            yield name["ids"][0], name["ids"][0].removeprefix("timebooth."), name.parent.astext()


def write_search(app: Sphinx, problem: Exception | None) -> None:
    """Write what the search looks through; `theme/static/search.js` reads it."""
    if problem is not None:
        return
    found = []
    for page in sorted(app.env.found_docs):
        title = app.env.titles[page].astext()
        for anchor, heading, text in sections(app.env.get_doctree(page)):
            words = re.sub(r"\s+", " ", text).strip()
            found.append({"page": title, "heading": heading, "url": f"{page}.html#{anchor}", "text": words})
    Path(app.outdir, "search.json").write_text(json.dumps(found, ensure_ascii=False), encoding="utf-8")


def without_own_search(app: Sphinx) -> None:
    """Leave out Sphinx's search: it builds HTML from strings, which the content security policy forbids."""
    app.builder.search = False  # type: ignore[attr-defined]


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", without_own_search)
    app.connect("build-finished", write_search)
