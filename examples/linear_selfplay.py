"""A linear player in NumPy learns by self-play alone, from nothing, what a rule-based player knows and more.

    python examples/linear_selfplay.py lockup
    python examples/linear_selfplay.py trump7

What an action is worth is a weighted sum of what a player would look at: whether the card wins the trick as
it lies, what is in the trick, how many cards that beat it are still out. Each situation has weights of its
own. All seats play by a softmax of these worths. Then least squares say what each action brought above what
was expected at that moment, and that is added to the weights: a natural policy gradient.
"""

from pathlib import Path
from time import process_time
from typing import Annotated, Any

import numpy as np
import typer

from sevenfold.envs import VectorEnv

ROUNDS, REPORTS, SITUATIONS, MEMORY, RIDGE = 512, 6, 37, 0.9, 30.0
POINTS = {"T": 1.0, "K": 0.4, "Q": 0.3, "J": 0.2}


class Pack:
    """Tables by trump suit, which is 4 where there is none, and kind of card."""

    def __init__(self, env: VectorEnv) -> None:
        names, self.trumps = env.game.rules.pack(env.options).names, env.game.meta.name == "trump7"
        self.kinds, self.ranks, trump = len(names), len(names) // 4, np.arange(5)[:, None]
        suit, rank = np.divmod(np.arange(self.kinds), self.ranks)
        special = np.broadcast_to(suit == (trump if self.trumps else 0), (5, self.kinds))  # clubs lock up
        self.special, self.sort = special, np.where(suit == 4, 2 * self.ranks, rank + self.ranks * special)
        points = np.array([POINTS.get(name[0], 0) for name in names]) + 2 * (special & (rank == 0))
        self.worth = points if self.trumps else 1.0 * special
        self.line, self.power = (
            np.where(suit == 4, trump, suit),
            1 + rank + 20 * (suit == trump) + 40 * (suit == 4),
        )
        same, higher = (
            self.line[:, :, None] == self.line[:, None],
            self.power[:, None] > self.power[:, :, None],
        )
        self.above, self.below = higher & (same | (self.power[:, None] > 20)), same & ~higher


class Table:
    """What the seats to act see of each round, by the names of the encoding's blocks."""

    def __init__(self, env: VectorEnv, pack: Pack) -> None:
        seen, every = env.observe().astype(np.float32), np.arange(env.n)
        blocks = {
            block.field: seen[:, block.offset : block.offset + block.size] for block in env.encoding.blocks
        }

        def each(name: str) -> Any:
            return np.stack([block for field, block in blocks.items() if field.split("[")[0] == name], axis=1)

        def one(name: str, none: int) -> Any:
            return np.where(blocks[name].any(axis=1), blocks[name].argmax(axis=1), none)

        put_away = blocks["discards[0]" if pack.trumps else "lost[0]"]
        self.unseen = 1 - np.minimum(each("played").sum(axis=1) + blocks["hands[0]"] + put_away, 1)
        self.hand, self.led = blocks["hands[0]"] - blocks["chosen"], one("suit_led", -1)
        self.trump = one("trump", 4) if pack.trumps else np.full(env.n, 4)
        trick, power = each("trick"), pack.power[self.trump]
        self.strength = power * ((pack.line[self.trump] == self.led[:, None]) | (power > 20))
        by_seat = (trick * self.strength[:, None]).max(axis=2)
        self.best = by_seat.max(axis=1)
        self.stake = (trick.sum(axis=1) * pack.worth[self.trump]).sum(axis=1)
        waiting = ~trick.any(axis=2) & (pack.trumps or each("locked")[:, :, 0] == 0)
        self.situation = 4 * (self.led < 0) + waiting[:, 1:].sum(axis=1)
        self.late = 1 / np.maximum(blocks["tricks_left"][:, 0], 1)
        self.score, self.ally = (pack.special[self.trump] * self.unseen).sum(axis=1) / 10, self.best < 0
        self.stands = np.column_stack([np.ones(env.n), each("tricks")[:, :, 0]])
        if pack.trumps:
            player, points, phase = one("player", -1), each("points")[:, :, 0], one("phase", 3)
            self.ally = (player > 0) & (self.best > 0) & (by_seat.argmax(axis=1) != player)
            role = np.where(player > 0, 1 + waiting[every, player], np.where(player < 0, 3, 0))
            self.situation = np.choose(phase, [32 + one("first", 0), 35, 8 * role + self.situation, 0])
            taken = points[every, player] + np.where(
                player == 0, 10 * (put_away * pack.worth[self.trump]).sum(axis=1), 10
            )
            self.score = np.where(player < 0, points[:, 0] - points[:, 1:].min(axis=1), taken - 50) / 40
            self.stands = np.column_stack([self.stands, points / 20])


def look(env: VectorEnv, pack: Pack) -> Any:
    """The table; and for each action that is allowed its round, its number, and what is to be weighed."""
    table, (row, action) = Table(env, pack), np.nonzero(env.mask())
    at = table.trump[row], np.minimum(action, pack.kinds - 1)
    above, below, worth, out, hand = (
        pack.above[at],
        pack.below[at],
        pack.worth[at],
        table.unseen[row],
        table.hand[row],
    )
    higher, lower = (above * out).sum(axis=1), (below * out).sum(axis=1)
    own_higher, own_lower = (above * hand).sum(axis=1), (below * hand).sum(axis=1)
    wins = (table.led[row] < 0) | (table.strength[row, at[1]] > table.best[row])
    chances = wins[:, None] & (higher[:, None] == np.arange(4))
    stake, ally = (table.stake[row] + worth)[:, None], table.ally[row]
    trick = [wins, ~wins * worth, worth, ally * wins, ally * worth, higher / (1 + higher + lower)]
    suit = [
        higher / 5,
        lower / 5,
        own_higher / 4,
        own_lower / 4,
        own_higher + own_lower == 1,
        own_higher + own_lower == 0,
    ]
    plain = np.column_stack([*trick, *suit, wins[:, None] * stake, chances, chances * stake])
    stands = np.column_stack([np.ones(len(row)), table.late[row], table.score[row]]).astype(np.float32)
    looks = (plain.astype(np.float32)[:, :, None] * stands[:, None]).reshape(len(row), -1)
    looks = np.concatenate([looks, np.eye(2 * pack.ranks + 1, dtype=np.float32)[pack.sort[at]]], axis=1)
    if (moves := np.flatnonzero(action >= pack.kinds)).size:
        looks[moves] = 0
        _weigh_suits(table, pack, moves, row[moves], 4 - (action[moves] - pack.kinds), looks)
    return table, row, action, looks


def _weigh_suits(table: Table, pack: Pack, moves: Any, row: Any, suit: Any, looks: Any) -> None:
    """Bids by the cards of the hand, a pass as suit 4; suits named for a joker by the cards still out."""
    asked = table.situation[row] < 32
    table.situation[row[asked]] = 36
    suit = suit - asked
    cards = np.where(asked[:, None], table.unseen[row], table.hand[row]) * (suit < 4)[:, None]
    for kind in range(pack.kinds):
        looks[moves, looks.shape[1] - 1 - pack.sort[suit, kind]] += cards[:, kind]
    length, voids = (
        (pack.special[suit] * cards).sum(axis=1),
        (np.add.reduceat(cards[:, :28], range(0, 28, 7), axis=1) == 0).sum(axis=1),
    )
    looks[moves, :6] = np.column_stack([length, length**2 / 4, voids, length >= 4, length >= 5, suit < 4])


class Learner:
    """Weights, and rounds to learn them in."""

    def __init__(self, game: str, seed: int) -> None:
        self.env = VectorEnv(game, ROUNDS, seed=seed, auto_reset=False)
        self.pack, self._rng = Pack(self.env), np.random.default_rng(seed)
        table, *_, looks = look(self.env, self.pack)
        self.weights = np.zeros((SITUATIONS, looks.shape[1]), np.float32)
        sizes = looks.shape[1], looks.shape[1] + table.stands.shape[1]
        self._told = [np.zeros((SITUATIONS, size, size + 1)) for size in sizes]

    def act(self, env: VectorEnv) -> Any:
        """The action that is liked best in each round."""
        table, row, action, looks = look(env, self.pack)
        return self._best(row, action, self._liked(table, row, looks), env.n)[0]

    def _liked(self, table: Table, row: Any, looks: Any) -> Any:
        return np.einsum("af,af->a", looks, self.weights[table.situation[row]])

    def _best(self, row: Any, action: Any, liked: Any, rounds: int) -> tuple[Any, Any]:
        order, actions = np.lexsort((liked, row)), np.zeros(rounds, np.int64)
        best = order[np.flatnonzero(np.diff(row, append=-1))]
        actions[row[best]] = action[best]
        return actions, best

    def play(self) -> None:
        """Rounds by these weights, and what they taught."""
        env, steps, gains = self.env, [], np.zeros((ROUNDS, self.env.players), np.float32)
        env.reset()
        while (env.to_act >= 0).any():
            table, row, action, looks = look(env, self.pack)
            starts, liked = np.flatnonzero(np.diff(row, prepend=-1)), self._liked(table, row, looks)
            count = np.diff(starts, append=len(row))
            chances = np.exp(liked - np.maximum.reduceat(liked, starts).repeat(count))
            chances /= np.add.reduceat(chances, starts).repeat(count)
            drawn = np.log(chances + 1e-9) + self._rng.gumbel(size=len(chances))
            actions, best = self._best(row, action, drawn, env.n)
            mean = np.add.reduceat(chances[:, None] * looks, starts)
            chose, where = count > 1, row[starts]
            stands = np.concatenate([mean, table.stands[where].astype(np.float32)], axis=1)
            step = table.situation[where], where, env.to_act[where], looks[best] - mean, stands
            steps.append([part[chose] for part in step])
            ended = env.step(actions)
            gains[ended] = env.returns[ended] - env.returns[ended].mean(axis=1, keepdims=True)
        situations, where, seats, looks, stands = (
            np.concatenate(parts) for parts in zip(*steps, strict=True)
        )
        gain = gains[where, seats] * env.players / (env.players - 1)
        for situation in np.unique(situations):
            rows = situations == situation
            better = gain[rows] - stands[rows] @ self._fit(1, situation, stands[rows], gain[rows])
            self.weights[situation] += self._fit(0, situation, looks[rows], better)

    def _fit(self, which: int, situation: int, numbers: Any, sought: Any) -> Any:
        """Least squares over all that was told, the older the less."""
        told = self._told[which][situation]
        told *= MEMORY
        told += numbers.T @ np.column_stack([numbers, sought])
        return np.linalg.solve(told[:, :-1] + RIDGE * np.eye(len(told)), told[:, -1]).astype(np.float32)

    def against_rules(self, rounds: int, seed: int) -> tuple[float, float]:
        """How far seat 0 is ahead of the rule-based players' mean, and half the 95 % interval."""
        game, others = self.env.game, range(1, self.env.players)
        env, ahead = (
            VectorEnv(game, rounds, seed=seed, auto_reset=False, policy_seats=others),
            np.zeros(rounds),
        )
        while (env.to_act >= 0).any():
            ended = env.step(self.act(env))
            ahead[ended] = env.returns[ended, 0] - env.returns[ended, 1:].mean(axis=1)
        return float(ahead.mean()), float(1.96 * ahead.std() / np.sqrt(rounds))


def main(
    game: str,
    seconds: Annotated[float, typer.Option(help="CPU time to learn.")] = 30,
    rounds: Annotated[int, typer.Option(help="Rounds against the rule-based player.")] = 4000,
    seed: int = 1,
    save: Annotated[Path | None, typer.Option(help="Keep the weights in this .npy file.")] = None,
) -> None:
    """Learn, and say how far the learnt player is ahead of the rule-based ones."""
    learner, spent, played = Learner(game, seed), 0.0, 0
    for report in range(1, REPORTS + 1):
        while spent < seconds * report / REPORTS:
            before = process_time()
            learner.play()
            spent, played = spent + process_time() - before, played + ROUNDS
        ahead, around = learner.against_rules(rounds, seed + 1)
        typer.echo(f"{spent:5.1f} s  {played:7} rounds  ahead by {ahead:+.3f} ± {around:.3f}")
    if save:
        np.save(save, learner.weights)


if __name__ == "__main__":
    typer.run(main)
