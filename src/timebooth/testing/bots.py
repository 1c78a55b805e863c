"""The contract that every bot must keep.

Every check takes a class of bots, a game and a seed; `BOT_CONTRACT` lists them for `pytest.mark.parametrize`.
"""

from __future__ import annotations

from collections.abc import Callable

from timebooth.bots.bot import Bot, Budget, Decision
from timebooth.kernel.chance import FastRng
from timebooth.kernel.game import Game
from timebooth.testing.play import decisions

DECISIONS = 12  # that are looked at in a game
BUDGET = Budget(playouts=2)


def it_is_honest(kind: type[Bot], game: Game, seed: int) -> None:
    """Check that a bot chooses the same if everything that its seat cannot know is redrawn."""
    bot = kind(BUDGET)
    for n, state in enumerate(decisions(game, game.seats[-1], seed, most=DECISIONS)):
        for seat in state.asked():
            other = state.sample_world(seat, FastRng(n))
            choice = bot.choose(Decision(game, state, seat), FastRng(99))
            assert choice in state.options(seat), f"{choice} is not an option"
            assert bot.choose(Decision(game, other, seat), FastRng(99)) == choice, "it knows what it must not know"


def it_is_repeatable(kind: type[Bot], game: Game, seed: int) -> None:
    """Check that another bot of this class chooses the same with the same rng."""
    for state in decisions(game, game.seats[0], seed, most=DECISIONS):
        for seat in state.asked():
            choices = [kind(BUDGET).choose(Decision(game, state, seat), FastRng(5)) for _ in range(2)]
            assert choices[0] == choices[1], "its choice depends on something else than the decision and the rng"


def it_leaves_the_state_alone(kind: type[Bot], game: Game, seed: int) -> None:
    """Check that a bot changes nothing by thinking."""
    bot = kind(BUDGET)
    for state in decisions(game, game.seats[0], seed, most=DECISIONS):
        before = state.numbers()
        for seat in state.asked():
            bot.choose(Decision(game, state, seat), FastRng(1))
        assert state.numbers() == before


BotCheck = Callable[[type[Bot], Game, int], None]

BOT_CONTRACT: tuple[BotCheck, ...] = (it_is_honest, it_is_repeatable, it_leaves_the_state_alone)
