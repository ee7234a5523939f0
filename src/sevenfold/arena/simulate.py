"""Separate rounds, dealt one after the other and played by players, as records."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count, islice
from random import Random
from typing import Any, Generic

import msgspec

from sevenfold.arena.rounds import play_round
from sevenfold.bots.players import Player, seat_players
from sevenfold.core.dealer import Dealer
from sevenfold.core.each import ForEach
from sevenfold.core.game import Game, S, V
from sevenfold.core.given import seed_bytes, seed_number
from sevenfold.core.legal import legal_moves
from sevenfold.core.log import seat_text, write_deal, write_hand
from sevenfold.core.options import Options, written_options
from sevenfold.core.records import Record

DEALS = 1 << 40
"""By so much the number of a round's next deal is higher, where one is thrown in: no other round has that."""


@dataclass(frozen=True)
class Simulation(Generic[S, V]):
    """What is to be played: `bots` names one player for all seats or one a seat.

    The seed is a whole number, or None for one at random. Raises WrongNumber, WrongNumberOfSeats.

    >>> import sevenfold
    >>> game = sevenfold.load_game("lockup")
    >>> players = ["rules", "random", "rules", "random"]
    >>> simulation = sevenfold.Simulation(game, game.meta.options(), 4, players, seed=1)
    >>> [record.result for record in simulation.records(2)]
    [[3, 3, 5, 2], [5, 1, 4, 3]]
    """

    game: Game[S, V, Any]
    options: Options
    players: int
    bots: Sequence[str]
    seed: int | None

    def __post_init__(self) -> None:
        seed = seed_number(None) if self.seed is None else int(seed_bytes(self.seed))
        object.__setattr__(self, "seed", seed)
        self.game.meta.seats(self.players)

    def records(
        self, rounds: int, *, with_legal: bool = False, each: ForEach | None = None
    ) -> Iterator[Record]:
        """Play rounds; `first` moves on by one seat a round. The same seed gives the same records.

        With `each`, which shares them out (`sevenfold.arena.parallel.sharing`), they are those of `play`, by
        however many workers. Without it they are others: players and deals go on from round to round.
        Raises UnknownPlayer, WrongNumberOfPlayers.
        """
        seated = self._seated(self.seed)  # so that a player who is not there is told at once
        if each is None:
            return islice(self._one_after_the_other(seated, with_legal), rounds)
        return each(partial(self.play, with_legal=with_legal), range(1, rounds + 1))

    def _one_after_the_other(self, seated: Sequence[Player[V]], with_legal: bool) -> Iterator[Record]:
        """Rounds without end; a deal that is thrown in is no round, and does not move `first`."""
        number = 1
        for deal in count(1):
            record = self._play(seated, number, deal, with_legal)
            if record is not None:
                yield record
                number += 1

    def play(self, number: int, *, with_legal: bool = False) -> Record:
        """Play round `number`, from 1 on, so that it depends on the seed and its number alone.

        A deal that is thrown in is no round: another is dealt.
        """
        deals = (
            self._play(self._seated(f"{self.seed} {deal}"), number, deal, with_legal)
            for deal in count(number, DEALS)
        )
        return next(record for record in deals if record is not None)

    def _seated(self, seed: int | str | None) -> Sequence[Player[V]]:
        return seat_players(self.game, self.bots, self.players, Random(seed))

    def _play(
        self, seated: Sequence[Player[V]], number: int, deal_number: int, with_legal: bool
    ) -> Record | None:
        dealer = Dealer(str(self.seed).encode())
        first = (dealer.first(self.players) + number - 1) % self.players
        rules, write = self.game.rules, self.game.notation.write
        pack = rules.pack(self.options)
        deal = dealer.deal(self.game, self.options, self.players, deal_number)
        so_far = self.game.so_far(self.players, number)
        state = rules.start(self.options, self.players, deal, first, so_far)
        pick = partial(dealer.chance, deal_number)
        moves: list[tuple[str, str]] = []
        legal: list[list[str] | None] = []
        for seat, move in play_round(self.game, state, seated, pick):
            moves.append((seat_text(seat), write(move)))
            if with_legal:
                legal.append(self._legal(state, seat))
        if self.game.rules.thrown_in(state):
            return None
        return Record(
            game=self.game.meta.name,
            rules=self.game.meta.rules_version,
            options=written_options(self.options),
            players=self.players,
            first=first,
            round=msgspec.UNSET if self.game.meta.memory is None else so_far.round,
            deal=write_deal(pack, deal),
            rest=write_hand(pack, deal.rest),
            moves=moves,
            legal=legal if with_legal else msgspec.UNSET,
            result=self.game.returns(state),
        )

    def _legal(self, state: S, seat: int) -> list[str] | None:
        """The legal moves, as a record lists them; None where they are too many."""
        if not self.game.rules.is_listed(state):
            return None
        return [self.game.notation.write(move) for move in legal_moves(self.game.rules, state, seat)]
