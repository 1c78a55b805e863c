"""Write `games/<game>/layout.py` from the declaration in `fields.py`; `--check` only compares.

python tools/state_layouts.py [--check]
"""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

from timebooth.kernel.fields import Each, Field, Fields, Flag, Number, Packed, Row

GAMES = Path(__file__).parent.parent / "src" / "timebooth" / "games"
WIDTHS = {4: "nibble", 8: "byte"}  # of packed rows, with functions of their own in kernel.packed


def layout(game: str, fields: Fields) -> str:
    """Return the source of a game's `layout.py`."""
    body = "\n".join([*_offsets(fields), *_first_cells(fields), *_class(fields)])
    package = f"timebooth.games.{game}"
    bits = [name for name in ("bit",) if f"{name}(" in body]
    packed = [name for name in ("byte", "nibble", "with_byte", "with_nibble") if f" {name}(" in body]
    lines = [
        '"""The fields of a state, laid out. Generated from fields.py by tools/state_layouts.py; do not edit."""',
        "from __future__ import annotations",
        f"from typing import TYPE_CHECKING{', Final' if 'Final[' in body else ''}",
        "from mypy_extensions import i64, mypyc_attr",
        f"from {package}.fields import FIELDS",
        *(["from timebooth.kernel._vec import vec"] if "vec[" in body else []),
        *([f"from timebooth.kernel.bits import {', '.join(bits)}"] if bits else []),
        "from timebooth.kernel.fields import Fields",
        *([f"from timebooth.kernel.packed import {', '.join(packed)}"] if packed else []),
        "from timebooth.kernel.state import State, Step",
        "if TYPE_CHECKING:",
        f"    from {package}.box import Box\n",
        body,
    ]
    ruff = Path(sys.executable).with_name("ruff")
    for command in (["check", "--select", "I", "--fix", "--quiet"], ["format", "--quiet"]):
        run = subprocess.run(
            [ruff, *command, "--stdin-filename", GAMES / game / "layout.py", "-"],
            input="\n".join(lines),
            capture_output=True,
            text=True,
            check=True,
        )
        lines = [run.stdout]
    return run.stdout


def _phrase(field: Number | Packed | Row) -> str:
    return f"{field.kind} {field.note}".rstrip()


def _offsets(fields: Fields) -> list[str]:
    offsets = fields.offsets()
    if not offsets:
        return []
    lines = [f"# Where each row begins in `State.stack`, behind its frames ({fields.frames} of them)."]
    for field in fields:
        if isinstance(field, Row):
            where = " + ".join(each.name for each in field.axes)
            if len(field.axes) == 2:
                where = f"{field.axes[0].name} * {field.axes[1].most} + {field.axes[1].name}"
            lines.append(f"{field.name.upper()}: Final[i64] = {offsets[field.name]}  # + {where}: {_phrase(field)}")
    return lines


def _first_cells(fields: Fields) -> list[str]:
    """The array of a new state, if all rows lie in one."""
    if not fields.one_array:
        return []
    rows = [field for field in fields if isinstance(field, Row)]
    last = rows[-1]
    size = last.axes[0].most or last.axes[0].used
    lines = [
        "def first_cells(box: Box) -> list[int]:",
        '    """Return the array of a new state."""',
        f"    cells = [0] * ({last.name.upper()} + {size})",
    ]
    for field in rows:
        if field.first != 0:
            (each,) = field.axes
            many = each.used if each.used.startswith("box.") else each.most
            lines.append(f"    for {each.name} in range({many}):")
            lines.append(f"        cells[{field.name.upper()} + {each.name}] = {field.first}")
    return [
        *lines,
        "    return cells",
        "def put(cells: vec[i64], at: i64, value: i64) -> None:",
        '    """Write one number. As an argument the array is borrowed: mypyc counts no reference to it."""',
        "    cells[at] = value",
    ]


def _class(fields: Fields) -> list[str]:
    return [
        "@mypyc_attr(acyclic=True)",
        f"class {fields.name}(State):",
        '    """What a state holds. The questions about it are in state.py."""',
        *_init(fields),
        "    def fields(self) -> Fields:",
        "        return FIELDS",
        *_numbers(fields),
        *[line for field in fields for line in _accessors(field, fields.one_array)],
    ]


def _init(fields: Fields) -> list[str]:
    lines = [
        f"    def __init__(self, seats: i64, steps: list[Step], box: Box, like: {fields.name} | None = None) -> None:",
        '        """A new state, or a copy of `like`."""',
        f"        super().__init__(seats, steps, like, {0 if fields.one_array else fields.frames})",
        "        self.box: Box = box",
        "        if like is None:",
    ]
    if fields.one_array:
        lines.append("            self.stack = box.first_cells[:]")
    for title, section in fields.sections.items():
        own = [field for field in section if not (isinstance(field, Row) and fields.one_array)]
        if own:
            lines.append(f"            # {title}.")
        for field in own:
            lines += _first(field)
    lines.append("        else:")
    for field in fields:
        if not isinstance(field, Row):
            lines.append(f"            self.{field.name} = like.{field.name}")
        elif not fields.one_array:
            lines.append(f"            self.{field.name} = like.{field.name}[:]")
    if fields.one_array:
        lines.append(
            "        self.cells: Final[vec[i64]] = self.stack  # the same array; mypyc counts no references to a Final"
        )
    return lines


def _first(field: Field) -> list[str]:
    said = field.note if isinstance(field, Flag) else _phrase(field)
    if isinstance(field, Packed | Row):
        said = f"for each {(field.each if isinstance(field, Packed) else field.axes[0]).name}: {said}"
    comment = f"  # {said}" if said else ""
    if isinstance(field, Flag):
        return [f"            self.{field.name}: bool = {field.first}{comment}"]
    if isinstance(field, Row):
        size = field.axes[0].most * (field.axes[1].most if len(field.axes) == 2 else 1)
        return [f"            self.{field.name}: vec[i64] = vec[i64]([{field.first}] * {size}){comment}"]
    return [f"            self.{field.name}: i64 = {field.first}{comment}"]


def _numbers(fields: Fields) -> list[str]:
    """Equality: every number that counts; places of a row that are not used do not."""
    lines = ["    def numbers(self) -> list[int]:", "        found = self.pending()"]
    single = [_int(f) for f in fields if not isinstance(f, Row) and not (isinstance(f, Number) and f.hint)]
    lines.append(f"        found += [{', '.join(single)}]")
    loops: dict[Each, list[str]] = {}
    for field in fields:
        if isinstance(field, Row) and not field.scratch:
            outer, *inner = field.axes
            inside = loops.setdefault(outer, [])
            if inner:
                inside.append(f"            for {inner[0].name} in range({_many(inner[0])}):")
                inside.append(f"                found.append({_item(field, fields.one_array)})")
            else:
                inside.append(f"            found.append({_item(field, fields.one_array)})")
    for each, inside in loops.items():
        lines += [f"        for {each.name} in range({_many(each)}):", *inside]
    return [*lines, "        return found"]


def _int(field: Field) -> str:
    return f"int(self.{field.name})" if isinstance(field, Flag) else f"self.{field.name}"


def _many(each: Each) -> str:
    return f"self.{each.used}" if each.used else str(each.most)


def _item(row: Row, one_array: bool) -> str:
    if one_array:
        return f"self.{row.name}({', '.join(each.name for each in row.axes)})"
    (each,) = row.axes
    return f"self.{row.name}[{each.name}]"


def _accessors(field: Field, one_array: bool) -> list[str]:
    if isinstance(field, Packed):
        return _packed_accessors(field)
    if not (isinstance(field, Row) and one_array):
        return []
    names = [each.name for each in field.axes]
    given = ", ".join(f"{name}: i64" for name in names)
    at = names[0] if len(names) == 1 else f"{names[0]} * {field.axes[1].most} + {names[1]}"
    at = f"{field.name.upper()} + {at}"
    return [
        f"    def {field.name}(self, {given}) -> i64:",
        f'        """Return the {_phrase(field)}."""',
        f"        return self.cells[{at}]",
        f"    def set_{field.name}(self, {given}, value: i64) -> None:",
        f"        put(self.cells, {at}, value)",
    ]


def _packed_accessors(field: Packed) -> list[str]:
    one = field.each.name
    head = [f"    def {field.item}(self, {one}: i64) -> i64:", f'        """Return the {_phrase(field)}."""']
    setter = f"    def set_{field.item}(self, {one}: i64, value: i64) -> None:"
    if field.bits in WIDTHS:
        width = WIDTHS[field.bits]
        return [
            *head,
            f"        return {width}(self.{field.name}, {one})",
            setter,
            f"        self.{field.name} = with_{width}(self.{field.name}, {one}, value)",
        ]
    shift, mask = f"{one} * {field.bits}", hex(2**field.bits - 1)
    return [
        *head,
        f"        return self.{field.name} >> {shift} & {mask}",
        setter,
        f"        shift = {shift}",
        f"        self.{field.name} ^= (self.{field.name} >> shift & {mask} ^ value) << shift",
    ]


def main() -> int:
    check = "--check" in sys.argv[1:]
    stale = []
    for declared in sorted(GAMES.glob("*/fields.py")):
        game = declared.parent.name
        path = declared.with_name("layout.py")
        source = layout(game, importlib.import_module(f"timebooth.games.{game}.fields").FIELDS)
        if not path.exists() or path.read_text(encoding="utf-8") != source:
            stale.append(str(path.relative_to(GAMES)))
            if not check:
                path.write_text(source, encoding="utf-8")
    if stale:
        print(("out of date: " if check else "written: ") + ", ".join(stale))
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
