"""Laws of encodings: an observation holds a view, no more and no less; a choice never leads nowhere."""

from functools import cache

import numpy as np

from sevenfold.core import violations
from sevenfold.core.encoding import LeftOut
from sevenfold.core.game import AnyGame
from sevenfold.envs.encoding import Encoding, encoded_games
from sevenfold.envs.history import FIELDS, make_memory, note, recall
from sevenfold.envs.turns import choose_on
from sevenfold.games import load_game
from sevenfold.testing.contract.laws.secrets import scrambled
from sevenfold.testing.contract.laws.situation import Law, Situation, at_each_moment, at_some_moments
from sevenfold.testing.contract.tables import nobody_asked


@cache
def encoding_of(game: str, players: int) -> Encoding:
    return Encoding(load_game(game), players)


def where_encoded(law: Law) -> Law:
    """Assert a law at some moments of games whose games have an encoding."""

    def asserted(situation: Situation) -> None:
        if situation.table.name in encoded_games():
            law(situation)

    return at_some_moments(asserted)


def encoding_at(situation: Situation) -> Encoding:
    return encoding_of(situation.table.name, situation.table.players)


@where_encoded
def an_observation_holds_the_whole_view(situation: Situation) -> None:
    encoding = encoding_at(situation)
    for seat in range(situation.match.players):
        seen = situation.match.seen(seat)
        decoded = encoding.decode(encoding.encode(seen, seat), seat)
        for name, feature in encoding.features.items():
            if not isinstance(feature, LeftOut):
                assert getattr(decoded, name) == getattr(seen, name), name


@at_each_moment
def nothing_unseen_shows_in_an_observation(situation: Situation) -> None:
    """Every seat, whoever is to act: what is hidden from it, hands and claims alike, is scrambled."""
    if situation.table.name not in encoded_games():
        return
    encoding, match = encoding_at(situation), situation.match
    unasked, asked = nobody_asked(match.game, match.state)
    for seat in range(match.players):
        seen = encoding.encode(match.state, seat)
        assert np.array_equal(encoding.encode(scrambled(situation, seat), seat), seen)
        assert seat in asked or np.array_equal(encoding.encode(unasked, seat), seen), "it tells who is asked"


@where_encoded
def an_observation_keeps_within_its_bounds(situation: Situation) -> None:
    encoding = encoding_at(situation)
    for seat in range(situation.match.players):
        observation = encoding.encode(situation.match.seen(seat), seat)
        assert (encoding.lows <= observation).all()
        assert (observation <= encoding.highs).all()


@where_encoded
def tokens_of_a_history_keep_within_their_sizes(situation: Situation) -> None:
    match, encoding = situation.match, encoding_at(situation)
    if encoding.declared.moves is None:
        return
    memory = make_memory(1, encoding.tokens, 2 * len(match.pack.names))
    for step in match.round.steps:
        note(match.game.story.tell, memory[0], step.before, step.seat, step.move)
    history = np.zeros((1, memory.shape[2] - 1, len(FIELDS)), np.int16)
    for seat in range(match.players):
        rounds, seats = np.zeros(1, np.int64), np.array([seat])
        recall(None, None, None, memory, rounds, seats, encoding.tokens.seat_args, history)
        assert (history >= 0).all()
        assert (history < np.array(encoding.tokens.sizes)).all()


@where_encoded
def card_by_card_every_choice_ends_in_a_legal_move(situation: Situation) -> None:
    match, encoding = situation.match, encoding_at(situation)
    game: AnyGame = match.game
    for seat in match.acting:
        cards = twice = 0
        index = -1
        while index < 0:
            addable = game.rules.addable(match.state, seat, cards, twice)
            moves = game.rules.count_moves(match.state, seat, cards, twice)
            assert moves <= encoding.declared.max_moves
            actions = [kind for kind in range(encoding.declared.kinds) if addable >> kind & 1]
            actions += range(encoding.declared.kinds, encoding.declared.kinds + moves)
            assert actions
            action = situation.rng.choice(actions)
            cards, twice, index = choose_on(
                game.rules, match.state, seat, cards, twice, encoding.declared.kinds, action
            )
        move = game.rules.nth_move(match.state, seat, cards, twice, index)
        assert game.rules.check(match.state, seat, move) == violations.OK
