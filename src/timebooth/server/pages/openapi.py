"""The API description: paths from the handlers, and the schemas of all structs, those of the socket included."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from timebooth.server import protocol
from timebooth.tables import wire

STRUCTS = (
    *(
        kind
        for kind in vars(protocol).values()
        if isinstance(kind, type) and issubclass(kind, wire.Wire) and kind is not wire.Wire
    ),
    *(
        kind
        for kind in vars(wire).values()
        if isinstance(kind, type) and issubclass(kind, wire.Wire) and kind is not wire.Wire
    ),
    protocol.Call,
    protocol.ServerMessage,
)


def complete(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the document with msgspec's schemas, the socket's messages, and a refusal for every path.

    Litestar's own schemas do not say that unknown fields are refused; msgspec's do.
    """
    components = dict(document.get("components", {}))
    components["schemas"] = {**components.get("schemas", {}), **schemas()}
    paths = {
        path: {method: _with_refusals(operation) for method, operation in operations.items()}
        for path, operations in document["paths"].items()
    }
    socket = {
        "path": "/api/socket",
        "calls": [_ref(kind.__name__) for kind in protocol.Call.__args__],
        "said": [_ref(kind.__name__) for kind in protocol.ServerMessage.__args__],
    }
    return {**document, "paths": paths, "components": components, "x-websocket": socket}


def schemas() -> dict[str, Any]:
    """Return the schema of every struct on the wire, by name."""
    _, found = msgspec.json.schema_components(
        STRUCTS, ref_template="#/components/schemas/{name}", schema_hook=_anything
    )
    return found


def _anything(kind: type) -> dict[str, Any]:
    """Return the schema of a field that may hold any JSON value."""
    if kind is object:
        return {"description": "Any value."}
    raise NotImplementedError(kind)


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def _with_refusals(operation: dict[str, Any]) -> dict[str, Any]:
    refused = {"description": "Refused.", "content": {"application/json": {"schema": _ref("Problem")}}}
    kept = {
        status: response for status, response in operation.get("responses", {}).items() if not status.startswith("4")
    }
    return {**operation, "responses": {**kept, "default": refused}}
