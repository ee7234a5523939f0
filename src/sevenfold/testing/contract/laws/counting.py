"""Laws of the counter of cards gone: it tells what everybody has seen played, and nothing else."""

import re
from collections import Counter
from typing import Any

from sevenfold.testing.contract.laws.secrets import scrambled, viewers
from sevenfold.testing.contract.laws.situation import Situation, at_each_moment, at_some_moments
from sevenfold.testing.contract.tables import bytes_of

WORD = re.compile(r"\w+")


def gone(situation: Situation, state: Any) -> Counter[int]:
    return Counter(situation.match.game.view.gone(state))


@at_each_moment
def a_card_is_gone_or_it_is_somewhere_unplayed(situation: Situation) -> None:
    dealt = Counter(kind for hand in (*situation.deal.hands, situation.deal.rest) for kind in hand)
    unplayed = Counter(situation.table.facts.unplayed(situation.match.state))
    assert gone(situation, situation.match.seen(None)) + unplayed == dealt


@at_some_moments
def what_is_gone_is_the_same_for_everybody_whatever_is_hidden(situation: Situation) -> None:
    public = gone(situation, situation.match.seen(None))
    for viewer in viewers(situation.match):
        assert gone(situation, situation.match.seen(viewer)) == public
        assert gone(situation, scrambled(situation, viewer)) == public


@at_some_moments
def a_card_that_is_gone_was_shown_to_spectators(situation: Situation) -> None:
    match = situation.match
    told = bytes_of((match.ledger(None).events(), match.view(None))).decode()
    named = set(WORD.findall(told))
    assert {match.pack.names[kind] for kind in gone(situation, match.seen(None))} <= named
