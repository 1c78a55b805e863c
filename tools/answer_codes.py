"""Write the `codes.py` of every game from the catalogue in its `answers.py`; `--check` only compares.

python tools/answer_codes.py [--check]
"""

from __future__ import annotations

import sys
from pathlib import Path

from timebooth.games.back_to_the_future import edition as back_to_the_future
from timebooth.games.excellent_boardgame import answers as excellent_boardgame
from timebooth.games.riff_in_time import edition as riff_in_time
from timebooth.kernel.answer import Catalogue
from timebooth.kernel.edition import Edition, read_edition

# Nothing here may import a game's rules: they cannot be imported while a code that they use is missing.

GAMES = Path(__file__).parent.parent / "src" / "timebooth" / "games"
HEAD = '''"""Generated from answers.py by tools/answer_codes.py; do not edit.

A block of several answers ends before the code that its `_END` names.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

'''


def sources() -> dict[Path, str]:
    """Return every `codes.py` with the text that belongs into it."""
    bttf = back_to_the_future.read_box(_edition("back_to_the_future", back_to_the_future.FILES), promo=False)
    riff = riff_in_time.read_box(_edition("riff_in_time", riff_in_time.FILES))
    catalogues = {
        "back_to_the_future": bttf.catalogue,
        "excellent_boardgame": excellent_boardgame.catalogue(),
        "riff_in_time": riff.catalogue,
    }
    return {GAMES / game / "codes.py": written(catalogue) for game, catalogue in catalogues.items()}


def written(catalogue: Catalogue) -> str:
    """Return the text of the `codes.py` of a catalogue."""
    lines = []
    first = 0
    for block in catalogue.blocks:
        counted = f"  # + {block.place}" if block.place else ""
        lines.append(f"{block.name}: Final[i64] = {first}{counted}")
        first += len(block.answers)
        if block.place:
            lines.append(f"{block.name}_END: Final[i64] = {first}")
    lines.append(f"CODES: Final[i64] = {first}")
    return HEAD + "\n".join(lines) + "\n"


def _edition(game: str, files: tuple[str, ...]) -> Edition:
    return read_edition(GAMES / game / "editions" / "standard", files)


def main() -> int:
    stale = [path for path, text in sources().items() if path.read_text(encoding="utf-8") != text]
    if "--check" in sys.argv:
        for path in stale:
            print(f"{path} is not what answers.py says: run tools/answer_codes.py", file=sys.stderr)
        return 1 if stale else 0
    for path in stale:
        path.write_text(sources()[path], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
