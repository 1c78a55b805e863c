"""Generate the client's types from the structs of the server and of the games' views; `--check` only compares.

python tools/client_types.py [--check]
"""

from __future__ import annotations

import importlib
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import msgspec
from node import CLIENT, npm

from timebooth.registry import game_types
from timebooth.server import protocol
from timebooth.tables import wire

HEAD = "// Written by tools/client_types.py from the structs of the server. Do not edit.\n"
HTTP = (
    protocol.Me,
    protocol.ChangeMe,
    protocol.SignOut,
    protocol.Erased,
    protocol.MyData,
    protocol.GameInfo,
    protocol.RuleRow,
    protocol.Lobby,
    protocol.OpenTable,
    protocol.Fork,
    protocol.RecordImport,
    protocol.Rematch,
    protocol.TableInfo,
    protocol.Story,
    protocol.CourseOfGame,
    protocol.CourseProgress,
    protocol.Problem,
    wire.Opened,
    wire.Moment,
    wire.Spectator,
)


def anything(kind: type) -> dict[str, Any]:
    """Return the schema of an `object` in a struct: any JSON value."""
    if kind is object:
        return {"description": "Any value."}
    raise NotImplementedError(kind)


def components(types: tuple[Any, ...]) -> dict[str, Any]:
    _, found = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}", schema_hook=anything)
    for schema in found.values():
        _require_tag(schema)
    return {name: _open_objects(schema) for name, schema in found.items()}


def _open_objects(schema: Any) -> Any:
    """Allow any keys in a plain `dict` and in `Fields`, whose contents the server checks."""
    if isinstance(schema, list):
        return [_open_objects(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    whole = {name: _open_objects(part) for name, part in schema.items()}
    if whole.get("type") == "object" and "properties" not in whole:
        whole.setdefault("additionalProperties", True)
    if whole.get("title") == "Fields":
        whole = {"type": "object", "additionalProperties": True}
    return whole


def _require_tag(schema: dict[str, Any]) -> None:
    """Mark the tag of a union as required: it is always sent."""
    tag = schema.get("properties", {}).get("type", {})
    if "enum" in tag and "type" not in schema.get("required", []):
        schema.setdefault("required", []).insert(0, "type")


def sources() -> dict[Path, dict[str, Any]]:
    """Return the schemas of every generated file."""
    found = {CLIENT / "src/protocol/types.ts": components((*HTTP, protocol.Call, protocol.ServerMessage))}
    for key, kind in game_types().items():
        package = kind.__module__.rpartition(".")[0]
        view = importlib.import_module(f"{package}.seen").View
        found[CLIENT / f"src/games/{key}/view.ts"] = components((view,))
    return found


def typescript(schemas: dict[str, Any]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        document, out = Path(folder, "openapi.json"), Path(folder, "types.ts")
        info = {"title": "Timebooth", "version": "1"}
        document.write_text(
            json.dumps({"openapi": "3.1.0", "info": info, "paths": {}, "components": {"schemas": schemas}})
        )
        npm("run", "--silent", "types", "--", str(document), "-o", str(out), "--root-types",
            "--root-types-no-schema-prefix", "--default-non-nullable=false")  # fmt: skip
        return HEAD + out.read_text()


def main() -> int:
    stale = []
    for path, schemas in sources().items():
        now = typescript(schemas)
        if not path.exists() or path.read_text() != now:
            stale.append(path.name if "--check" in sys.argv else str(path))
            if "--check" not in sys.argv:
                path.write_text(now)
    if stale and "--check" in sys.argv:
        print(f"out of date: {', '.join(stale)}; run python tools/client_types.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
