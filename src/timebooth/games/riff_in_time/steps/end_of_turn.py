"""Phase 3 and the end of turns and rounds.  §P3 §ROUND"""

from __future__ import annotations

from timebooth.games.riff_in_time.effects import begin_turn, lower_san_dimas, name_of, raise_rift, win_if_all_fixed
from timebooth.games.riff_in_time.events import ObjectiveCompleted, RoundEnded, TurnEnded
from timebooth.games.riff_in_time.kinds import FACES, SAN_DIMAS
from timebooth.games.riff_in_time.objectives import note_end_of_turn
from timebooth.games.riff_in_time.state import NO_ENDING, riff
from timebooth.kernel.bits import bit
from timebooth.kernel.chance import Rng
from timebooth.kernel.journal import Journal
from timebooth.kernel.state import State, Step


class CompleteObjectives(Step):
    """At the end of each turn, every player who has met their objective gets the reward.  §P3 §J54"""

    def run(self, state: State, rng: Rng, journal: Journal | None) -> None:
        """Lower San Dimas now; the action comes with later turns, and no new task is dealt.  §REWARD §J55 §F4"""
        s = riff(state)
        s.done()
        note_end_of_turn(s, journal)
        if s.met & ~s.rewarded == 0:
            return
        for i in range(s.players):
            player = (s.turn + i) % s.players
            if s.met & ~s.rewarded & bit(player) == 0:
                continue
            s.rewarded |= bit(player)
            objective = s.objective(player)
            if journal is not None:
                action = FACES[s.box.action[objective]]
                journal.add(ObjectiveCompleted(name_of(s, player), s.box.objectives[objective], action))
            for _ in range(s.box.reward[objective]):
                lower_san_dimas(s, journal)


class EndOfTurn(Step):
    """The game is won or the next player is on turn; after a round San Dimas rises first.  §WIN §ROUND §J7 §J8"""

    def run(self, state: State, rng: Rng, journal: Journal | None) -> None:
        s = riff(state)
        s.turns += 1
        if journal is not None:
            journal.add(TurnEnded(name_of(s, s.turn)))
        if win_if_all_fixed(s, journal):
            return
        following = (s.turn + 1) % s.players
        if following == s.first:
            if journal is not None:
                journal.add(RoundEnded(s.turns // s.players))
            raise_rift(s, SAN_DIMAS, journal)
        if s.ending == NO_ENDING:
            begin_turn(s, following, journal)
