"""Laws of the counter of cards gone: it tells what everybody has seen played, and nothing else."""

import re
from collections import Counter
from typing import Any

from sevenfold.testing.contract.laws.moment import Situation, at_each_moment, at_some_moments
from sevenfold.testing.contract.laws.secrets import scrambled, viewers
from sevenfold.testing.contract.tables import bytes_of

WORD = re.compile(r"\w+")


def gone(moment: Situation, state: Any) -> Counter[int]:
    return Counter(moment.match.game.view.gone(state))


@at_each_moment
def a_card_is_gone_or_it_is_somewhere_unplayed(moment: Situation) -> None:
    dealt = Counter(kind for hand in (*moment.deal.hands, moment.deal.rest) for kind in hand)
    unplayed = Counter(moment.table.facts.unplayed(moment.match.state))
    assert gone(moment, moment.match.seen(None)) + unplayed == dealt


@at_some_moments
def what_is_gone_is_the_same_for_everybody_whatever_is_hidden(moment: Situation) -> None:
    public = gone(moment, moment.match.seen(None))
    for viewer in viewers(moment.match):
        assert gone(moment, moment.match.seen(viewer)) == public
        assert gone(moment, scrambled(moment, viewer)) == public


@at_some_moments
def a_card_that_is_gone_was_shown_to_spectators(moment: Situation) -> None:
    match = moment.match
    told = bytes_of((match.ledger(None).events(), match.view(None))).decode()
    named = set(WORD.findall(told))
    assert {match.pack.names[kind] for kind in gone(moment, match.seen(None))} <= named
