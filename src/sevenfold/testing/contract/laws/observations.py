"""Laws of encodings: an observation holds a view, no more and no less; a choice never leads nowhere."""

from functools import cache
from typing import Any

import numpy as np

from sevenfold.compiled.layout import Words, write
from sevenfold.core import violations
from sevenfold.core.encoding import LeftOut
from sevenfold.core.game import AnyGame
from sevenfold.core.match import AnyMatch
from sevenfold.envs.encoding import Encoding, encoded_games
from sevenfold.envs.history import (
    FIELDS,
    History,
    forget,
    make_memory,
    memory_of,
    note,
    note_outcomes,
    recall,
)
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
    memory = memory_after(match, encoding, KEPT)
    for seat in range(match.players):
        history = tokens_in(memory, encoding, KEPT, seat)
        assert (history >= 0).all()
        assert (history < np.array(encoding.tokens.sizes)).all()


KEPT = 300
"""How many tokens the law looks at."""


def memory_after(match: AnyMatch, encoding: Encoding, kept: int) -> Words:
    """What the seats of a match were told in its round, by the functions that are compiled."""
    tell: Any = match.game.story.tell
    records = np.zeros(1, encoding.dtype)
    words: Any = records.view(np.int64)
    watched = encoding.watched
    memories = make_memory(1, encoding.tokens, kept, len(watched))
    memory, steps = memory_of(memories, watched, 0), match.round.steps
    write(steps[0].before if steps else match.state, records, 0)
    forget(memory, words)
    for step in steps:
        told_of = note(tell, memory, step.before, step.seat, step.move)
        write(step.after, records, 0)
        note_outcomes(memory, words, told_of)
    return memories


def tokens_in(memory: Words, encoding: Encoding, kept: int, seat: int) -> History:
    """All tokens of a seat in such a memory."""
    history: History = np.zeros((1, kept, len(FIELDS)), np.int16)
    rows, seats = np.zeros(1, np.int64), np.array([seat])
    recall(None, None, None, memory, kept, rows, seats, encoding.tokens.seat_args, history)
    return history.reshape(kept, len(FIELDS))


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
