"""What a game or a bot has to keep, as checks for your own tests; with the random games that these are made on.

@pytest.mark.parametrize("check", CONTRACT)
def test_the_contract(check): check(find_game("my-game"), seats=3, seed=1)
"""

from timebooth.testing.bots import BOT_CONTRACT as BOT_CONTRACT
from timebooth.testing.bots import BotCheck as BotCheck
from timebooth.testing.contract import CONTRACT as CONTRACT
from timebooth.testing.contract import Check as Check
from timebooth.testing.ledger import Ledger as Ledger
from timebooth.testing.play import decisions as decisions
from timebooth.testing.play import random_answers as random_answers
from timebooth.testing.play import random_match as random_match
from timebooth.testing.texts import missing_texts as missing_texts
