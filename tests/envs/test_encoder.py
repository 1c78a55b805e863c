"""An encoded view contains what the view contains, nothing more and nothing less."""

from __future__ import annotations

from typing import Literal

import msgspec
import pytest

from tests.envs.games import GAMES, TABLES
from tests.tiny.fingers import Fingers
from tests.tiny.objection import Objection, ObjectionView
from timebooth.envs.encoder import Encoder, content, encoder
from timebooth.envs.slots import Buffer
from timebooth.kernel.chance import FastRng
from timebooth.kernel.game import Game
from timebooth.kernel.question import Question
from timebooth.registry import find_game
from timebooth.testing.play import decisions


def encoded(layout: Encoder, view: msgspec.Struct) -> bytes:
    """Return a view alone as a vector."""
    buffer = Buffer(layout.view.size)
    layout.view.write(view, buffer, 0)
    return memoryview(content(buffer)).tobytes()


def numbers(layout: Encoder, view: msgspec.Struct) -> list[float]:
    return list(memoryview(encoded(layout, view)).cast("f"))


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_what_a_seat_cannot_know_does_not_change_its_observation(game: Game, seats: int) -> None:
    layout = encoder(game, seats)
    for state in decisions(game, seats, seed=5, most=40):
        for seat in range(seats):
            seen = layout.encode(state, seat)
            for seed in range(3):
                world = state.sample_world(seat, FastRng(seed))
                assert layout.encode(world, seat) == seen


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_different_views_have_different_vectors(game: Game, seats: int) -> None:
    """Except for the order of counted words, and for entries beyond the encoded ones."""
    layout = encoder(game, seats)
    views: dict[bytes, bytes] = {}
    for seed in range(3):
        for state in decisions(game, seats, seed, most=60):
            for seat in range(seats):
                view = state.view(seat)
                told = msgspec.json.encode(_without_order(msgspec.to_builtins(view)), order="deterministic")
                assert views.setdefault(encoded(layout, view), told) == told
    assert len(views) > 5


def _without_order(value: object) -> object:
    if isinstance(value, dict):
        return {key: _without_order(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        inner = [_without_order(entry) for entry in value]
        return sorted(inner, key=str) if all(isinstance(entry, str) for entry in inner) else inner
    return value


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_same_observation_comes_with_the_same_question_and_the_same_mask(game: Game) -> None:
    for seats in game.seats:
        layout = encoder(game, seats)
        asked: dict[bytes, tuple[Question, list[int]]] = {}
        many = 0
        for seed in range(2):
            for state in decisions(game, seats, seed, most=200, every=3):
                for seat in state.asked():
                    told = state.question(seat), state.options(seat)
                    assert asked.setdefault(layout.encode(state, seat).tobytes(), told) == told
                    many += len(told[1]) > 1
        assert many > 5


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_question_is_declared(game: Game) -> None:
    for state in decisions(game, game.seats[-1], seed=7, most=200):
        for seat in state.asked():
            question = state.question(seat)
            assert set(question.args) <= set(game.questions[question.prompt])


def test_a_question_is_encoded_behind_the_view() -> None:
    game = find_game("riff-in-time")
    layout = encoder(game, 2)
    state = game.start(2, None, FastRng(3))
    (seat,) = state.asked()
    asked, other = (layout.encode(state, one)[layout.view.size :].tolist() for one in (seat, 1 - seat))

    assert asked[list(game.questions).index(state.question(seat).prompt)] == 1.0
    assert not any(other)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_view_of_a_game_fits_its_vocabulary(game: Game) -> None:
    for seats in game.seats:
        layout = encoder(game, seats)
        for state in decisions(game, seats, seed=seats, most=200):
            for seat in range(seats):
                assert len(layout.encode(state, seat)) == layout.size


def test_a_view_is_encoded_field_by_field() -> None:
    layout = Encoder(Objection(), 2)
    view = ObjectionView(scores=(2, 0), turn=1, asked=(0, 1), left=5, mine=None, claims=1)

    scores, turn, asked, left, mine, claims = [1, 2, 1, 0], [0, 1, 0, 0], [1, 1, 0, 0], [5], [0, 0], [1]
    assert numbers(layout, view) == scores + turn + asked + left + mine + claims


class Thing(msgspec.Struct):
    name: str
    side: Literal["left", "right"] | None = None


class Shelf(msgspec.Struct):
    things: tuple[Thing, ...]
    price: dict[str, int]
    answer: dict[str, object]


class Shop(Fingers):
    longest = {"things": 2}

    def vocabulary(self) -> dict[str, tuple[str, ...]]:
        return {"name": ("hat", "kite"), "price": ("hat", "kite")}


def test_of_too_many_entries_the_last_are_encoded(monkeypatch: pytest.MonkeyPatch) -> None:
    def shelf(*things: Thing) -> Shelf:
        return Shelf(things, {"kite": 7}, {"type": "show", "fingers": 2})

    monkeypatch.setattr("tests.tiny.fingers.FingersState.view", lambda *_: shelf())
    layout = Encoder(Shop(), 2)

    kite, hat, prices, answer = [1, 0, 1, 0, 0, 0], [1, 1, 0, 1, 0, 1], [0, 0, 1, 7], [1, 0, 1, 0]
    seen = numbers(layout, shelf(Thing("hat"), Thing("kite"), Thing("hat", "right")))
    assert seen == kite + hat + prices + answer
    assert numbers(layout, shelf(Thing("kite"))) == kite + [0] * 6 + prices + answer


def test_a_word_outside_the_vocabulary_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.tiny.fingers.FingersState.view", lambda *_: Thing("hat"))
    layout = Encoder(Shop(), 2)

    with pytest.raises(LookupError, match="'shoe' is not in the vocabulary of 'name'"):
        encoded(layout, Thing("shoe"))
