"""Which sentences a game lacks."""

from __future__ import annotations

from timebooth.catalogues import LANGUAGES, catalogue, check_texts
from timebooth.kernel.game import Game
from timebooth.testing.play import decisions, random_match


def missing_texts(game: Game, seed: int = 1) -> list[str]:
    """Return `language: key` for every sentence that the game needs and does not have, in any of our languages.

    Questions are those of random games; events, answers and endings are all that the game declares.
    """
    check_texts(game)
    wanted = dict.fromkeys(("game.title", "game.blurb", "game.players"))
    wanted |= {f"ending.{ending}": None for ending in game.endings}
    for event in game.events:
        tag = str(event.__struct_config__.tag)
        wanted[f"event.{tag}"] = None
        if event.SECRET:
            wanted[f"event.{tag}.hidden"] = None
    for prompt in _prompts(game, seed):
        wanted[f"prompt.{prompt}"] = None
        for code in range(len(game.answers)):
            wanted[game.answer_key(game.answers.names(code), prompt)] = None
    for code in range(len(game.answers)):
        for field, value in game.answers.names(code).items():
            if field in game.word_fields:
                wanted[f"{game.word_fields[field]}.{value}"] = None
    for kind, family in game.trait_words.items():
        wanted |= dict.fromkeys((f"trait.{kind}", f"trait_text.{kind}"))
        if not family:
            wanted[f"trait.{kind}.value"] = None
    finished = random_match(game, game.seats[0], seed).state
    wanted |= {f"figure.{name.replace(' ', '_')}": None for name in game.statistics(finished)}
    said = {lang: catalogue(lang, game) for lang in LANGUAGES}
    return [f"{lang}: {key}" for lang in LANGUAGES for key in wanted if key not in said[lang]]


def _prompts(game: Game, seed: int) -> list[str]:
    found: dict[str, None] = {}
    for seats in game.seats:
        for state in decisions(game, seats, seed):
            for seat in state.asked():
                found[state.question(seat).prompt] = None
    return list(found)
