"""How many there are of everything that is numbered."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

SEATS: Final[i64] = 6
SPECTATOR: Final[i64] = 6  # the row of what everybody knows, in `known` and `elsewhere`
SEERS: Final[i64] = 7
CARDS: Final[i64] = 63  # with the promo card
IDENTITIES: Final[i64] = 10  # §CONTENTS
ANYBODY: Final[i64] = 1023  # all identities, as a set
LINCHPINS: Final[i64] = 9  # §LINCHPIN
HISTORIES: Final[i64] = 512  # every way in which the linchpins can lie
COUNT_BITS: Final[i64] = 6  # for each identity, in a number that counts something for all of them
MAX_COUNT: Final[i64] = 63
