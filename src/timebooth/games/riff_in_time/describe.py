from __future__ import annotations
from pathlib import Path
from timebooth.games.riff_in_time.box import Box
from timebooth.kernel.edition import Edition


def printed(edition: Edition, box: Box, folder: Path, lang: str) -> dict[str, str]:
    return {}
