"""Write docs/protocol.md and docs/http-api.md from the structs: `python tools/protocol_pages.py`.

What stands above the mark in a page is written by hand. A test fails if a page is out of date.
"""

from __future__ import annotations

import ast
import inspect
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from timebooth.kernel.outcome import Outcome
from timebooth.kernel.question import Question
from timebooth.server import protocol
from timebooth.server.app import api_description
from timebooth.server.pages.openapi import STRUCTS, schemas
from timebooth.tables import wire

DOCS = Path(__file__).parent.parent / "docs"
MARK = "<!-- The rest of this page is written by tools/protocol_pages.py. -->\n"
MOST = 2**53 - 1  # the greatest integer of JavaScript: no limit worth a word

Schema = dict[str, Any]


def main() -> None:
    for name, text in pages().items():
        page = DOCS / name
        by_hand = page.read_text(encoding="utf-8").partition(MARK)[0]
        page.write_text(by_hand + MARK + text, encoding="utf-8")


def pages() -> dict[str, str]:
    """Return what is generated of each page."""
    description = json.loads(api_description()[0])
    return {"http-api.md": requests(description), "protocol.md": structs(description)}


def requests(description: Schema) -> str:
    """Return a table of all requests."""
    rows = [
        f"| `{method.upper()} {path}` | {_line(asked.get('description', ''))} | {_sent(asked)} | {_answer(asked)} |\n"
        for path, operations in description["paths"].items()
        for method, asked in operations.items()
    ]
    head = "\n## Requests\n\n| request | what it does | query and body | answer |\n|---|---|---|---|\n"
    return head + "".join(rows)


def _sent(operation: Schema) -> str:
    """Return the query and the body of a request."""
    queries = [f"`?{each['name']}=`" for each in operation.get("parameters", ()) if each["in"] == "query"]
    return ", ".join([*queries, *_bodies(operation.get("requestBody", {}))])


def _answer(operation: Schema) -> str:
    done = [answer for status, answer in operation["responses"].items() if status.startswith("2")]
    return ", ".join(found for answer in done for found in _bodies(answer))


def _bodies(part: Schema) -> Iterator[str]:
    for kind, content in part.get("content", {}).items():
        known = kind == "application/json" and content.get("schema", {}).keys() & {"$ref", "items", "anyOf", "oneOf"}
        yield shown(content["schema"], "protocol.md") if known else f"`{kind}`"


def structs(description: Schema) -> str:
    """Return a chapter for every kind of struct, with a table of the fields of each."""
    found = description["components"]["schemas"]
    docs = {kind.__name__: field_docs(kind) for kind in _kinds()}
    parts = {
        "Calls": _names(protocol.Call),
        "Messages of the server": _names(protocol.ServerMessage),
        "Actions at a table": _names(wire.Action),
    }
    listed = {name for names in parts.values() for name in names}
    parts["Everything else"] = [name for name in sorted(schemas()) if name not in listed]
    return "".join(
        f"\n## {title}\n" + "".join(struct(name, found[name], docs.get(name, {})) for name in names)
        for title, names in parts.items()
    )


def _kinds() -> list[type[msgspec.Struct]]:
    wired = [kind for kind in STRUCTS if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    return [*wired, Outcome, Question]


def _names(union: Any) -> list[str]:
    return [kind.__name__ for kind in union.__args__]


def struct(name: str, schema: Schema, docs: dict[str, str]) -> str:
    """Return a struct: its name, what it is, and its fields."""
    text = f"\n### {name}\n\n{_line(schema.get('description', ''), cell=False)}\n".replace("\n\n\n", "\n")
    fields = schema.get("properties", {})
    if not fields:
        return text
    rows = "".join(
        f"| `{field}`{'' if field in schema.get('required', ()) or tag(field, each) else ' (optional)'} "
        f"| {shown(each)}{_default(each)} | {_line(docs.get(field, ''))} |\n"
        for field, each in fields.items()
    )
    return f"{text}\n| field | type | meaning |\n|---|---|---|\n{rows}"


def tag(field: str, schema: Schema) -> bool:
    """Return whether a field only says which struct this is."""
    return field in ("type", "kind") and len(schema.get("enum", ())) == 1


def field_docs(kind: type[msgspec.Struct]) -> dict[str, str]:
    """Return the docstring of each field from the source, by its name on the wire."""
    try:
        (body,) = ast.parse(inspect.getsource(kind)).body
    except (OSError, TypeError):
        return {}
    assert isinstance(body, ast.ClassDef)
    named = {field.name: field.encode_name for field in msgspec.structs.fields(kind)}
    return {
        named[field.target.id]: doc.value.value
        for field, doc in zip(body.body, body.body[1:], strict=False)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and field.target.id in named
        if isinstance(doc, ast.Expr) and isinstance(doc.value, ast.Constant) and isinstance(doc.value.value, str)
    }


def shown(schema: Schema, page: str = "") -> str:
    """Return a type in words, with links to the structs in it."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        return f"[{name}]({page}#{name.lower()})"
    if "enum" in schema:
        return " or ".join(f"`{json.dumps(each)}`" for each in schema["enum"])
    if one_of := schema.get("anyOf") or schema.get("oneOf"):
        return " or ".join(dict.fromkeys(shown(each, page) for each in one_of))
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return "list of " + _and(shown(each, page) for each in schema["prefixItems"])
        case "array":
            return f"list of {shown(schema.get('items') or {}, page)}{_limits(schema, 'minItems', 'maxItems')}"
        case "object" if isinstance(schema.get("additionalProperties"), dict) and schema.get("title") != "Fields":
            return f"object of {shown(schema['additionalProperties'], page)}"
        case "string":
            return f"string{_limits(schema, 'minLength', 'maxLength')}"
        case "integer" | "number" as kind:
            return f"{kind}{_limits(schema, 'minimum', 'maximum')}"
        case None:
            return "anything"
        case kind:
            return str(kind)


def _and(parts: Iterable[str]) -> str:
    return ", ".join(parts)


def _limits(schema: Schema, least: str, most: str) -> str:
    low, high = schema.get(least), schema.get(most)
    if high is None or high == MOST:
        return f", at least {low}" if low else ""
    return f", {low} to {high}" if low is not None else f", at most {high}"


def _default(schema: Schema) -> str:
    if schema.get("default") in (None, "", [], {}):
        return ""
    return f"; by default `{json.dumps(schema['default'], ensure_ascii=False)}`"


def _line(text: str, *, cell: bool = True) -> str:
    """Return a docstring on one line; in a cell of a table, a bar must not end it."""
    joined = " ".join(text.split())
    return joined.replace("|", "\\|") if cell else joined


if __name__ == "__main__":
    main()
