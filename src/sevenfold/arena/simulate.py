"""Separate rounds, dealt one after the other and played by players, as records."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

import msgspec

from sevenfold.arena.rounds import play_round
from sevenfold.bots.players import Player, seat_players
from sevenfold.core.dealer import Dealer
from sevenfold.core.game import AnyGame
from sevenfold.core.legal import legal_moves
from sevenfold.core.log import seat_text, write_deal, write_hand
from sevenfold.core.options import Options
from sevenfold.core.records import Record


@dataclass(frozen=True)
class Simulation:
    """What is to be played: `bots` names one player for all seats or one a seat."""

    game: AnyGame
    options: Options
    players: int
    bots: Sequence[str]
    seed: int

    def records(self, rounds: int, *, with_legal: bool = False) -> Iterator[Record]:
        """Play rounds; `first` moves on by one seat a round. The same seed gives the same records.

        Raises UnknownPlayer, WrongNumberOfPlayers.
        """
        seated = seat_players(self.game, self.bots, self.players, Random(self.seed))
        dealer = Dealer(str(self.seed).encode())
        start = dealer.first(self.players)
        return (
            self._play(seated, dealer, number, (start + number - 1) % self.players, with_legal)
            for number in range(1, rounds + 1)
        )

    def _play(
        self, seated: Sequence[Player], dealer: Dealer, number: int, first: int, with_legal: bool
    ) -> Record:
        rules, write = self.game.rules, self.game.notation.write
        pack = rules.pack(self.options)
        deal = dealer.deal(self.game, self.options, self.players, number)
        state = rules.start(self.options, self.players, deal, first)
        moves: list[tuple[str, str]] = []
        legal: list[list[str] | None] = []
        for seat, move in play_round(self.game, state, seated, partial(dealer.chance, number)):
            moves.append((seat_text(seat), write(move)))
            if with_legal:
                legal.append([write(choice) for choice in legal_moves(rules, state, seat)])
        return Record(
            game=self.game.meta.name,
            rules=self.game.meta.rules_version,
            options=msgspec.to_builtins(self.options),
            players=self.players,
            first=first,
            deal=write_deal(pack, deal),
            rest=write_hand(pack, deal.rest),
            moves=moves,
            legal=legal if with_legal else msgspec.UNSET,
            result=list(rules.returns(state)),
        )
