"""Draw the README's picture: a moment of a golden game as one player sees it in the terminal."""

from __future__ import annotations

import re
import sys
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI

from timebooth.kernel.match import replay
from timebooth.kernel.record import read_record
from timebooth.registry import find_game
from timebooth.sentences import answer_text, event_text, question_text
from timebooth.words import Words

ROOT = Path(__file__).parent.parent
RECORD = ROOT / "tests/goldens/back-to-the-future/won_on_turn.record.jsonl"
ANSWERS = 84
NEWS = 4
WIDTH = 80


def main(file: Path) -> None:
    record = read_record(RECORD.read_text(encoding="utf-8"))
    game = find_game(record.header.game)
    match = replay(game, record, until=ANSWERS)
    seat = match.state.asked()[0]
    words = Words("en", game, ("Marty", "Jennifer", "Doc", "Clara"))
    question = match.state.question(seat)
    lines = [game.screen(match.state, seat, words.say_named, WIDTH), ""]
    lines += ["• " + event_text(words, event.seen_by(seat)) for event in match.journal.events[-NEWS:]]
    lines += ["", f"{words.seat(seat)}: {question_text(words, question)}"]
    for number, code in enumerate(match.state.options(seat)[:6], start=1):
        lines.append(f"{number:>3} {answer_text(words, game.answers.names(code), question.prompt)}")
    console = Console(record=True, width=WIDTH, file=StringIO(), highlight=False)
    console.print("\n".join(lines), markup=False)
    drawn = console.export_svg(title="timebooth play back-to-the-future", theme=MONOKAI)
    drawn = re.sub(
        r"@font-face \{.*?\}", "", drawn, flags=re.DOTALL
    )  # so that the picture loads nothing from the network
    file.write_text("\n".join(line.rstrip() for line in drawn.splitlines()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs/terminal.svg")
