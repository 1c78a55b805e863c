"""What the components are called: places, dice, faces, abilities, tasks, and the verbs of the Riff cards."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# Ten Historic Locations, each with the personage who belongs there, and San Dimas in the middle.
PLACES: Final[i64] = 10
SAN_DIMAS: Final[i64] = 10
SPACES: Final[i64] = 11
NOWHERE: Final[i64] = 11  # the place of a card that shows none
BOOTH: Final[i64] = 11  # + player: the whereabouts of a personage in a booth

PLAYERS: Final[i64] = 4
RIFF_CARDS: Final[i64] = 60
PEEKED: Final[i64] = 3  # cards of the deck that a player looks at  §PEEK
OBJECTIVES: Final[i64] = 16

# Dice.
WYLD: Final[i64] = 0
CHARACTER: Final[i64] = 1
TRIUMPHANT: Final[i64] = 2
BOGUS_DIE: Final[i64] = 3
DIE_KINDS: Final[tuple[str, ...]] = ("wyld", "character", "triumphant", "bogus")
SIDES: Final[i64] = 6
POOL: Final[i64] = 4  # §POOL.FOUR

# What a die can show; the first four after the blank are also the actions that cards grant.
BLANK: Final[i64] = 0
MOVE: Final[i64] = 1
INTERACT: Final[i64] = 2
REROLL: Final[i64] = 3
EXCELLENT: Final[i64] = 4
BOGUS: Final[i64] = 5
FACES: Final[tuple[str, ...]] = ("blank", "move", "interact", "reroll", "excellent", "bogus")
FACE_KINDS: Final[i64] = 6

# How an action is paid for: with itself, with an Excellent, with a pair of one of the other two kinds, or not at all.
BY_ITSELF: Final[i64] = 0
BY_EXCELLENT: Final[i64] = 1
BY_FIRST_PAIR: Final[i64] = 2
BY_SECOND_PAIR: Final[i64] = 3
FOR_FREE: Final[i64] = 4
WAYS: Final = {
    "move": ("move", "excellent", "two_interacts", "two_rerolls"),
    "interact": ("interact", "excellent", "two_moves", "two_rerolls", "free"),
    "reroll": ("reroll", "excellent", "two_moves", "two_interacts"),
}

# The abilities of the members of Wyld Stallyns.
EXTRA_STEP: Final[i64] = 0
CHANGE_DIE: Final[i64] = 1
SWAP_RIFF_CARD: Final[i64] = 2
FREE_PERSONAGE: Final[i64] = 3
ABILITIES: Final = ("extra_step", "change_die", "swap_riff_card", "free_personage")

# The verbs of the Riff cards.
RAISE: Final[i64] = 0
RAISE_NUMBERS: Final[i64] = 1
RAISE_EACH_PLAYER: Final[i64] = 2
RAISE_SAN_DIMAS: Final[i64] = 3
LOWER_SAN_DIMAS: Final[i64] = 4
LOWER_HERE: Final[i64] = 5
MOVE_YOU: Final[i64] = 6
MOVE_EVERYONE: Final[i64] = 7
EJECT: Final[i64] = 8
UNFIX: Final[i64] = 9
DRAW: Final[i64] = 10
DISCARD: Final[i64] = 11
PEEK: Final[i64] = 12
VERBS: Final = (
    "raise",
    "raise_numbers",
    "raise_each_player",
    "raise_san_dimas",
    "lower_san_dimas",
    "lower_here",
    "move_you",
    "move_everyone",
    "eject",
    "unfix",
    "draw",
    "discard",
    "peek",
)
MAX_TIMES: Final[i64] = 5  # that a card repeats an effect

# The sections of a Riff card, in the order in which they are followed.
MAIN: Final[i64] = 0
RED: Final[i64] = 1
GREEN: Final[i64] = 2
FIXED: Final[i64] = 3
SECTIONS: Final = ("main", "red", "green", "fixed")

# The tasks of the objective cards.
LOWER_WITH_PERSONAGE: Final[i64] = 0
NO_REROLLS: Final[i64] = 1
CARRY_WITH_ANOTHER: Final[i64] = 2
LOWER_THREE_PLACES: Final[i64] = 3
LOWER_WITH_PLAYER: Final[i64] = 4
VISIT_IN_ORDER: Final[i64] = 5
SAN_DIMAS_WITH_TWO: Final[i64] = 6
VISIT_WITH_PERSONAGE: Final[i64] = 7
PASS_PERSONAGE: Final[i64] = 8
TASKS: Final = (  # §TASKS
    "lower_with_personage",
    "no_rerolls",
    "carry_with_another",
    "lower_three_places",
    "lower_with_player",
    "visit_in_order",
    "san_dimas_with_two",
    "visit_with_personage",
    "pass_personage",
)
STOPS: Final[i64] = 3  # places that the longest task names
