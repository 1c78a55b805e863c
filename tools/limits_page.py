"""Write the defaults of all limits into docs/quotas.md: `python tools/limits_page.py`."""

from __future__ import annotations

import re
from pathlib import Path

from timebooth.server.limits_file import show_limits
from timebooth.server.rates import Limits

PAGE = Path(__file__).parent.parent / "docs" / "quotas.md"
BLOCK = re.compile(r"(?<=```toml\n).*?(?=```)", re.DOTALL)


def main() -> None:
    page = PAGE.read_text(encoding="utf-8")
    shown = show_limits(Limits())
    PAGE.write_text(BLOCK.sub(lambda _: shown, page), encoding="utf-8")


if __name__ == "__main__":
    main()
