"""Describes what an edition prints, in our own words: names, gifts, Riff cards and objectives."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from icu4py.messageformat import MessageFormat

from timebooth.games.riff_in_time.box import SECTION_KINDS, Box
from timebooth.games.riff_in_time.kinds import (
    FACE_KINDS,
    FACES,
    NOWHERE,
    PLACES,
    RIFF_CARDS,
    SECTIONS,
    STOPS,
    TASKS,
    VERBS,
)
from timebooth.games.riff_in_time.payment import left_in
from timebooth.kernel.bits import members_of
from timebooth.kernel.edition import Edition


def quoted(words: str) -> str:
    """Return printed words as an ICU message that formats to exactly these words."""
    return words.replace("'", "''").replace("{", "'{'")


class Describer:
    """Describes one edition in one language."""

    def __init__(self, edition: Edition, box: Box, folder: Path, lang: str) -> None:
        self.box = box
        self.lang = lang
        self.patterns: dict[str, str] = json.loads((folder / "text" / f"{lang}.json").read_text(encoding="utf-8"))
        self.places = [str(table["name"][lang]) for table in edition.tables("places", "place")]
        self.places.append(self.patterns["place.san_dimas"])
        self.personages = [str(table["personage_name"][lang]) for table in edition.tables("places", "place")]
        self.characters = [str(table["name"]) for table in edition.tables("characters", "character")]

    def say(self, key: str, **args: Any) -> str:
        return MessageFormat(self.patterns[key], self.lang).format(args)

    def effect(self, card: int, effect: int) -> str:
        place = self.box.card_place[card]
        return self.say(
            f"effect.{VERBS[self.box.verb[effect]]}",
            place="" if place == NOWHERE else self.places[place],
            numbers=", ".join(str(number) for number in members_of(self.box.card_numbers[card])),
            times=self.box.times[effect],
        )

    def section(self, card: int, section: int) -> str:
        """Return the text of a section: its options, each with its effects in order."""
        at = card * SECTION_KINDS + section
        options = []
        for option in range(self.box.section[at], self.box.section[at] + self.box.section_size[at]):
            effects = range(self.box.option[option], self.box.option[option + 1])
            options.append(self.say("riff_text.then").join(self.effect(card, effect) for effect in effects))
        return self.say("riff_text.or").join(options)

    def card(self, card: int) -> str:
        """Return the text of a Riff card."""
        said = []
        for section, name in enumerate(SECTIONS):
            if self.box.section_size[card * SECTION_KINDS + section] != 0:
                said.append(self.say(f"riff_text.{name}", text=self.section(card, section)))
        return self.say("riff_text.card", number=card + 1, text=self.say("riff_text.next").join(said))

    def objective(self, objective: int) -> str:
        """Return the text of an objective: its task and its reward."""
        who = self.box.task_personage[objective]
        stops = [self.places[self.box.stops[objective * STOPS + i]] for i in range(self.box.stages[objective])]
        task = self.say(
            f"task.{TASKS[self.box.task[objective]]}",
            personage="" if who == NOWHERE else self.personages[who],
            places=", ".join(stops),
        )
        action = self.patterns[f"face.{FACES[self.box.action[objective]]}"]
        return self.say("objective_text", task=task, levels=self.box.reward[objective], action=action)

    def gift(self, personage: int) -> str:
        """Return what a personage in the booth brings: dice and actions."""
        said = []
        alone = 1 << personage
        if self.box.character_dice[alone] > 0:
            said.append(self.say("gift_text.character_dice", count=self.box.character_dice[alone]))
        if self.box.bogus_dice[alone] > 0:
            said.append(self.say("gift_text.bogus_dice", count=self.box.bogus_dice[alone]))
        for action in range(FACE_KINDS):
            said += [self.patterns[f"face.{FACES[action]}"]] * left_in(self.box.gifts[alone], action)
        return ", ".join(said) if said else self.say("gift_text.none")


def printed(edition: Edition, box: Box, folder: Path, lang: str) -> dict[str, str]:
    """Return every text that depends on the edition, by key."""
    d = Describer(edition, box, folder, lang)
    said: dict[str, str] = {}
    for i in range(int(PLACES)):
        said[f"place.{box.places[i]}"] = quoted(d.places[i])
        said[f"personage.{box.personages[i]}"] = quoted(d.personages[i])
        said[f"gift.{box.personages[i]}"] = quoted(d.gift(i))
    for i, who in enumerate(box.characters):
        said[f"character.{who}"] = quoted(d.characters[i])
    for i in range(int(RIFF_CARDS)):
        said[f"riff.{box.cards[i]}"] = quoted(d.card(i))
    for i, objective in enumerate(box.objectives):
        said[f"objective.{objective}"] = quoted(d.objective(i))
    return said
