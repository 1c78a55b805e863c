"""Words that the glossary gave up do not come back."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROW = re.compile(r"\| `([^`]+)` \| ")
READ = (".py", ".ts", ".svelte", ".md", ".toml")
EXCEPT = ("GLOSSARY.md", "client/src/protocol/generated")


def given_up() -> list[str]:
    text = (ROOT / "GLOSSARY.md").read_text(encoding="utf-8")
    return ROW.findall(text.partition("## Words we gave up")[2])


def sources() -> list[Path]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split(
        "\n"
    )
    return [ROOT / name for name in listed if name.endswith(READ) and not name.startswith(EXCEPT)]


def test_words_that_were_given_up_do_not_come_back() -> None:
    words = given_up()
    found = re.compile(r"\b(" + "|".join(map(re.escape, words)) + r")\b")
    if not (ROOT / ".git").exists():
        pytest.skip("NOT TESTED: the words that were given up; this is not a git checkout")

    seen = [
        f"{path.relative_to(ROOT)}:{number}: {word[0]}"
        for path in sources()
        if path.is_file()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        for word in [found.search(line)]
        if word
    ]

    assert len(words) >= 10
    assert seen == []
