"""What is printed on the components: reads an edition, or says what is wrong with it."""

from __future__ import annotations

from timebooth.kernel.edition import Edition

FILES = ("edition", "cards")
MAX_NUMBER = 99
MAX_CARDS = 60  # a set of cards is a number with a bit for each card


class Box:
    """The cards of an edition: a card is counted from 0 in the rules, and has a printed number."""

    def __init__(self, edition: Edition, most_seats: int) -> None:
        cards = edition.tables("cards", "card")
        least = most_seats
        if not least <= len(cards) <= MAX_CARDS:
            raise edition.complain("cards", "card", "", "count", have=len(cards), want=f"{least} … {MAX_CARDS}")
        self.numbers: list[int] = []
        for i, card in enumerate(cards):
            number = edition.number("cards", f"card {i + 1}", card, "number", 1, MAX_NUMBER)
            if number in self.numbers:
                raise edition.complain("cards", f"card {i + 1}", "number", "twice", value=str(number))
            self.numbers.append(number)
        deals = edition.tables("cards", "deal")
        if len(deals) != 1:
            raise edition.complain("cards", "deal", "", "count", have=len(deals), want=1)
        self.hand = edition.number("cards", "deal", deals[0], "hand", 1, len(cards) // most_seats)
        self.all = (1 << len(cards)) - 1
