"""Matches, bots, positions, views: what a researcher needs from `import timebooth` alone."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

import timebooth

GAME = "excellent-boardgame"


class First(timebooth.Bot):
    """Takes the first option."""

    name = "first"

    def choose(self, decision: timebooth.Decision, rng: object) -> int:
        return decision.options[0]


def played(seed: int = 7) -> timebooth.Match:
    match = timebooth.new_match(GAME, seed=seed)
    timebooth.play_bots(match, ["greedy", "random"], seed=seed)
    return match


def test_a_match_has_as_few_seats_as_the_game_allows_unless_it_is_told() -> None:
    assert timebooth.new_match(GAME).header.seats == 2
    assert timebooth.new_match(timebooth.find_game(GAME), 3).header.seats == 3


def test_options_of_the_game_are_given_by_name() -> None:
    match = timebooth.new_match("riff-in-time", 2, options={"first_player": 1}, seed=1)

    assert match.header.options["first_player"] == 1
    with pytest.raises(timebooth.BadSetup, match="These options do not fit riff-in-time"):
        timebooth.new_match("riff-in-time", 2, options={"first_player": "last"})


def test_the_same_seeds_give_the_same_game() -> None:
    assert played().record.lines() == played().record.lines()
    assert played().record.lines() != played(8).record.lines()


def test_a_bot_of_ones_own_plays_among_others() -> None:
    match = timebooth.new_match(GAME, 3, seed=1)

    timebooth.play_bots(match, [First(), "random", First()])

    assert match.over


def test_every_seat_needs_a_bot() -> None:
    match = timebooth.new_match(GAME, 3, seed=1)

    with pytest.raises(timebooth.BadSetup, match=r"3 seats need one bot each, but 1 was given\."):
        timebooth.play_bots(match, ["greedy"])
    assert match.moment == 0


def test_the_positions_of_a_record_lead_from_the_deal_to_its_end() -> None:
    match = played()
    record = timebooth.read_record(match.record.lines())
    game = timebooth.game_of(record)

    states = list(timebooth.positions(game, record))

    assert len(states) == match.moment + 1
    assert states[0].numbers() == match.at(0).numbers()
    assert states[-1].numbers() == match.state.numbers()
    assert all(before.numbers() != after.numbers() for before, after in pairwise(states))


def test_positions_of_a_record_that_was_changed_are_refused() -> None:
    record = played().record
    record.given.pop()

    with pytest.raises(timebooth.BadRecord, match="cut off"):
        list(timebooth.positions(timebooth.game_of(record), record))


def test_the_json_of_a_view_holds_what_its_seat_may_see() -> None:
    state = timebooth.new_match("back-to-the-future", 3, seed=1).state

    hands = [set(json.loads(timebooth.view_json(state, seat))["seats"][0]) for seat in (0, 1)]

    assert hands[0] - hands[1] == {"hand", "identity"}
    assert json.loads(timebooth.view_json(state))["seat"] is None


def test_a_view_a_question_and_its_options_can_be_read_in_both_languages() -> None:
    match = timebooth.new_match("back-to-the-future", 3, seed=1955)
    game, state = match.game, match.state

    assert "Hill Valley" in timebooth.view_text(game, state, 0)
    assert len(timebooth.view_text(game, state, 0, width=60).splitlines()[1]) <= 60
    decision = timebooth.Decision(game, state, 0)
    assert timebooth.question_text(decision).startswith("You are Verne Brown.")
    assert timebooth.option_texts(decision) == ["Keep this identity", "Swap it for another"]
    assert timebooth.option_texts(decision, lang="fr") != timebooth.option_texts(decision)


@pytest.mark.parametrize("key", timebooth.game_types())
def test_a_sampled_world_reads_as_the_real_state_does(key: str) -> None:
    match = timebooth.new_match(key, seed=5)
    game, seat = match.game, match.state.asked()[0]

    world = timebooth.Decision(game, match.state, seat).sample_world(timebooth.FastRng(1))

    assert timebooth.view_json(world, seat) == timebooth.view_json(match.state, seat)
    assert timebooth.view_text(game, world, seat) == timebooth.view_text(game, match.state, seat)


def test_a_seat_that_is_not_asked_has_no_question() -> None:
    match = played()
    decision = timebooth.Decision(match.game, match.state, 0)

    for read in (timebooth.question_text, timebooth.option_texts):
        with pytest.raises(timebooth.Refused, match="not your turn"):
            read(decision)


def test_what_is_printed_of_an_object_says_what_it_is() -> None:
    match = timebooth.new_match(GAME, seed=7)
    decision = timebooth.Decision(match.game, match.state, 0)

    assert repr(match) == "<Match of excellent-boardgame, 2 seats, round 0, asked: (0, 1)>"
    assert repr(match.game) == "<Game excellent-boardgame, edition standard, rules 1>"
    assert repr(match.state) == "<ExcellentState, 2 seats, asked: (0, 1)>"
    assert repr(decision) == f"<Decision of seat 0 in excellent-boardgame, {len(decision.options)} options>"
    assert repr(timebooth.make_bot("expert")) == "ExpertBot()"
    assert repr(timebooth.make_bot("expert:500")) == "ExpertBot(Budget(playouts=500))"
    assert repr(match.game.answers) == f"<Catalogue of {len(match.game.answers)} answers>"
    assert repr(match.game.edition) == f"<Edition standard, {match.game.edition.hash}>"
    assert repr(match.record) == "<Record of excellent-boardgame, 2 seats, 0 answers, unfinished>"
    over = played()
    outcome = over.state.outcome()
    assert repr(over) == f"<Match of excellent-boardgame, 2 seats, round {over.moment}, over: {outcome}>"
    assert repr(over.state) == f"<ExcellentState, 2 seats, over: {outcome}>"
    assert repr(over.journal) == f"<Journal of {len(over.journal)} events>"
