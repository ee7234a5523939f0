"""Laws of encodings: an observation holds a view, no more and no less; a choice never leads nowhere."""

from functools import cache

import numpy as np

from sevenfold.core import violations
from sevenfold.core.encoding import LeftOut
from sevenfold.core.game import AnyGame
from sevenfold.envs.encoding import Encoding, encoded_games
from sevenfold.envs.turns import choose_on
from sevenfold.games import load_game
from sevenfold.testing.contract.laws.moment import Law, Situation, at_some_moments
from sevenfold.testing.contract.laws.secrets import scrambled


@cache
def encoding_of(game: str, players: int) -> Encoding:
    return Encoding(load_game(game), players)


def where_encoded(law: Law) -> Law:
    """Assert a law at some moments of games whose rooms have an encoding."""

    def asserted(moment: Situation) -> None:
        if moment.table.name in encoded_games():
            law(moment)

    return at_some_moments(asserted)


def encoding_at(moment: Situation) -> Encoding:
    return encoding_of(moment.table.name, moment.table.players)


@where_encoded
def an_observation_holds_the_whole_view(moment: Situation) -> None:
    encoding = encoding_at(moment)
    for seat in range(moment.match.players):
        seen = moment.match.seen(seat)
        decoded = encoding.decode(encoding.encode(seen, seat), seat)
        for name, feature in encoding.room.fields.items():
            if not isinstance(feature, LeftOut):
                assert getattr(decoded, name) == getattr(seen, name), name


@where_encoded
def nothing_unseen_shows_in_an_observation(moment: Situation) -> None:
    encoding = encoding_at(moment)
    for seat in range(moment.match.players):
        from_all = encoding.encode(scrambled(moment, seat), seat)
        assert np.array_equal(from_all, encoding.encode(moment.match.state, seat))


@where_encoded
def an_observation_keeps_within_its_bounds(moment: Situation) -> None:
    encoding = encoding_at(moment)
    for seat in range(moment.match.players):
        observation = encoding.encode(moment.match.seen(seat), seat)
        assert (encoding.lows <= observation).all()
        assert (observation <= encoding.highs).all()


@where_encoded
def card_by_card_every_choice_ends_in_a_legal_move(moment: Situation) -> None:
    match, encoding = moment.match, encoding_at(moment)
    game: AnyGame = match.game
    for seat in match.acting:
        cards = twice = 0
        index = -1
        while index < 0:
            addable = game.rules.addable(match.state, seat, cards, twice)
            moves = game.rules.count_moves(match.state, seat, cards, twice)
            assert moves <= encoding.room.max_moves
            actions = [kind for kind in range(encoding.room.kinds) if addable >> kind & 1]
            actions += range(encoding.room.kinds, encoding.room.kinds + moves)
            assert actions
            action = moment.rng.choice(actions)
            cards, twice, index = choose_on(
                game.rules, match.state, seat, cards, twice, encoding.room.kinds, action
            )
        move = game.rules.nth_move(match.state, seat, cards, twice, index)
        assert game.rules.check(match.state, seat, move) == violations.OK
