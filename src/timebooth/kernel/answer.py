"""Answers: integers inside the rules, typed and named everywhere else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from timebooth.kernel.errors import Refused

Word = str | int
"""The id of a component; some have a number for a name."""


class Answer(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True, forbid_unknown_fields=True):
    """One answer of a seat; each game defines subclasses with a `tag`."""


class Block(NamedTuple):
    """Answers that stand side by side in a catalogue, so that a range of codes stands for them.

    `tools/answer_codes.py` writes the range into the `codes.py` of the game, under this name.
    """

    name: str
    answers: Sequence[Answer]
    place: str = ""
    """How an answer's place in the block is computed, for readers of `codes.py`."""


class Catalogue:
    """All answers that are possible in a game; the index of an answer is its code."""

    def __init__(self, answers: Sequence[Answer], blocks: Sequence[Block] = ()) -> None:
        self.answers = tuple(answers)
        self.blocks = tuple(blocks)
        self._code = {answer: code for code, answer in enumerate(self.answers)}
        if len(self._code) != len(self.answers):
            raise ValueError("an answer is twice in the catalogue")
        kinds = dict.fromkeys(type(answer) for answer in self.answers)
        self._kind_by_tag: dict[object, Any] = {kind.__struct_config__.tag: kind for kind in kinds}
        self._any_kind: Any = None
        for kind in kinds:
            self._any_kind = kind if self._any_kind is None else self._any_kind | kind

    @classmethod
    def of(cls, blocks: Sequence[Block]) -> Catalogue:
        """Return the catalogue that consists of these blocks, in their order."""
        return cls([answer for block in blocks for answer in block.answers], blocks)

    def __len__(self) -> int:
        return len(self.answers)

    def __repr__(self) -> str:
        return f"<Catalogue of {len(self)} answers>"

    def __getitem__(self, code: int) -> Answer:
        return self.answers[code]

    def code(self, answer: Answer) -> int:
        """Return the code of a typed answer; raise Refused if the game has no such answer."""
        try:
            return self._code[answer]
        except KeyError:
            raise Refused("refused.no_such_answer", answer=msgspec.json.encode(answer).decode()) from None

    def read(self, named: Mapping[str, object]) -> int:
        """Return the code of an answer given by its names, as on the wire and in records."""
        tag = named.get("type")
        # msgspec keeps what it knows of a struct, but analyses a union at every call: 15 times as slow.
        kind = self._kind_by_tag.get(tag, self._any_kind) if isinstance(tag, str) else self._any_kind
        try:
            answer: Answer = msgspec.convert(named, type=kind)
        except msgspec.ValidationError as problem:
            raise Refused("refused.malformed_answer", reason=str(problem)) from None
        return self.code(answer)

    def names(self, code: int) -> dict[str, object]:
        """Return an answer as a mapping of names and numbers."""
        named: dict[str, object] = msgspec.to_builtins(self.answers[code])
        return named

    def words(self) -> dict[str, tuple[Word, ...]]:
        """Return every field of the answers, including their type, with all its values."""
        said: dict[str, dict[Word, None]] = {}
        for code in range(len(self.answers)):
            for field, word in self.names(code).items():
                if isinstance(word, str | int):
                    said.setdefault(field, {})[word] = None
        return {field: tuple(words) for field, words in said.items()}
