"""Every title of the deck, by kind."""

from __future__ import annotations

from typing import Final

from timebooth.games.back_to_the_future.deck.actions import actions
from timebooth.games.back_to_the_future.deck.card import Card
from timebooth.games.back_to_the_future.deck.doublebacks import doublebacks
from timebooth.games.back_to_the_future.deck.items import items
from timebooth.games.back_to_the_future.deck.power_actions import power_actions
from timebooth.games.back_to_the_future.deck.time_machines import time_machines
from timebooth.kernel._vec import vec

TITLES: Final = vec[Card](time_machines() + doublebacks() + items() + actions() + power_actions())
