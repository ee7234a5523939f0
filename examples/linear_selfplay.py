"""A linear player in NumPy learns by self-play alone, from nothing, what a rule-based player knows and more.

    python examples/linear_selfplay.py trump7

What an action is worth is a weighted sum of features that a player would look at, such as the chance that the
card takes the trick. Each situation has weights of its own, and all seats play by a softmax of these worths.
Each deal is played several times: what a seat gains above its mean in that deal is not luck of the cards.
Least squares say which features brought the gain, and that is added to the weights: a natural policy
gradient.
"""

from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import typer

from sevenfold.envs import VectorEnv

DEALS, COPIES, REPORTS, SITUATIONS, MEMORY, RIDGE = 64, 8, 6, 36, 0.9, 30.0
POINTS = {"T": 1.0, "K": 0.4, "Q": 0.3, "J": 0.2, "JK": 0.4}


class Table:
    """What the seats to act see of each round, by the names of the encoding's blocks."""

    def __init__(self, env: VectorEnv) -> None:
        seen, every, fields = env.observe().astype(np.float32), np.arange(env.n), dict[str, Any]()
        for block in env.encoding.blocks:
            numbers = seen[:, None, block.offset : block.offset + block.size]
            fields.setdefault(block.field.split("[")[0], []).append(numbers)
        each: dict[str, Any] = {name: np.concatenate(parts, axis=1) for name, parts in fields.items()}
        one = {name: np.where(of.any(axis=2), of.argmax(axis=2), -1)[:, 0] for name, of in each.items()}
        names, trumps = env.game.rules.pack(env.options).names, "trump" in each
        self.kinds, ranks, trump = len(names), len(names) // 4, one["trump"] % 5 if trumps else every * 0
        suit, rank = (part.astype(np.int8) for part in np.divmod(np.arange(self.kinds), ranks))
        self.special = (suit == np.arange(5)[:, None]) & (suit < 4)  # trumps, or clubs, which lock up
        self.sorts = np.eye(1 + 2 * ranks)[np.where(suit == 4, 0, 1 + rank + ranks * self.special)]
        points = np.array([POINTS.get(name, POINTS.get(name[0], 0)) for name in names])
        worth: Any = points + 2 * self.special * (rank == 0) if trumps else self.special
        special, self.worth, self.sort = self.special[trump], worth[trump], self.sorts[trump]
        self.line = np.where(suit == 4, trump[:, None], suit).astype(np.int8)  # a joker is a trump
        self.power = 1 + rank + np.int8(20) * (special & trumps) + np.int8(40) * (suit == 4)
        self.hand, self.led = each["hands"][:, 0] - each["chosen"][:, 0], one["suit_led"]
        away = each["discards" if trumps else "lost"][:, 0]
        self.unseen = 1 - np.minimum(each["played"].sum(axis=1) + each["hands"][:, 0] + away, 1)
        lacks = each["lacks"] if trumps else each["lacks"].reshape(env.n, -1, 4)[:, :, suit] >= 0
        self.held = self.unseen[:, None] * (1 - lacks)  # what each seat may hold
        self.none = 1 - np.minimum(each["hand_sizes"][:, :, 0] / np.maximum(self.held.sum(axis=2), 1), 0.95)
        counts = (self.line == self.led[:, None]) | (self.power > 20)
        trick, by_seat = each["trick"], (each["trick"] * (self.power * counts)[:, None]).max(axis=2)
        self.best, self.stake = by_seat.max(axis=1), (trick.sum(axis=1) * self.worth).sum(axis=1)
        self.waiting = ~trick.any(axis=2) & (trumps or each["locked"][:, :, 0] == 0)
        self.situation = 4 * (self.led < 0) + self.waiting[:, 1:].sum(axis=1)
        self.late, self.foe = 1 / np.maximum(each["tricks_left"][:, 0, 0], 1), np.ones_like(self.waiting)
        self.score, self.ally = (special * self.unseen).sum(axis=1) / 10, self.best < 0
        if trumps:
            player, points, phase = one["player"], each["points"][:, :, 0], one["phase"] % 4
            self.foe = (player[:, None] <= 0) | (np.arange(3) == player[:, None])
            self.ally = (self.best > 0) & ~self.foe[every, by_seat.argmax(axis=1)]
            role = np.where(player > 0, 1 + self.waiting[every, player], 3 * (player < 0))
            self.situation = np.choose(phase, [32 + one["first"], 35, 8 * role + self.situation, 0])
            put = np.where(player == 0, (away * self.worth).sum(axis=1), 1)
            taken = points[every, player] + 10 * put - 50
            self.score = np.where(player < 0, points[:, 0] - points[:, 1:].min(axis=1), taken) / 40


def look(env: VectorEnv) -> Any:
    """For each action that is allowed: its round, its number, its situation, and its features."""
    table, (row, action) = Table(env), np.nonzero(env.mask())
    card, line, power = np.minimum(action, table.kinds - 1), table.line[row], table.power[row]
    at, situation, best = (np.arange(len(row)), card), table.situation[row], table.best[row]
    same, led = line == line[at][:, None], np.where(table.led[row] < 0, line[at], table.led[row])[:, None]
    follows, strength, held = line == led, power * ((line == led) | (power > 20)), table.held[row]
    wins, beats = strength[at] > best, strength > np.maximum(strength[at], best)[:, None]
    counts = np.stack([beats & follows, follows, beats & ~follows], axis=1) @ held.transpose(0, 2, 1)
    no_higher, void, no_trump = (table.none[row][:, None] ** counts).transpose(1, 2, 0)
    kept = 1 - (1 - no_higher + void * (1 - no_trump)) * table.waiting[row].T
    mine, ours, foe = 1.0 * wins, 1.0 * (wins | table.ally[row]), table.foe[row].T
    for seat in range(1, env.players):
        mine, ours = mine * kept[seat], np.where(foe[seat], ours * kept[seat], 1 - (1 - ours) * kept[seat])
    worth, higher = table.worth[row, card], same & (power > power[at][:, None])
    stake, cards = table.stake[row] + worth, (table.unseen[row], table.hand[row])
    out, own, out_above, own_above = ((a * b).sum(axis=1) for a in (same, higher) for b in cards)
    trick = [wins, mine, ours, mine * stake, ours * stake, worth, ours * worth, mine**2, ours**2 * stake]
    suit = [out / 7, out_above / 5, out_above / (1 + out), out_above == 0, own / 7, own_above / 4, own == 1]
    times = np.column_stack([np.ones(len(row)), table.late[row], table.score[row]])
    looks = (np.column_stack([*trick, *suit])[:, :, None] * times[:, None]).reshape(len(row), -1)
    looks = np.hstack([looks, table.sort[row, card]]).astype(np.float32)
    bids = np.flatnonzero((action >= table.kinds) & (situation >= 32))  # the hand by trump suit; 4 is a pass
    trump = 4 - (action[bids] - table.kinds)
    hand = table.hand[row[bids]] * (trump < 4)[:, None]
    length, looks[bids] = (table.special[trump] * hand).sum(axis=1), 0
    looks[bids, :3] = np.column_stack([length**2 / 4, length > 3, length > 4])
    looks[bids, -table.sorts.shape[2] :] = (hand[:, None] @ table.sorts[trump])[:, 0]
    return row, action, situation, looks


def act(env: VectorEnv, weights: Any, rng: np.random.Generator | None = None) -> Any:
    """The action that is liked best in each round, or with `rng` a random one; and what to learn from it."""
    row, action, situation, looks = look(env)
    liked, actions = np.einsum("af,af->a", looks, weights[situation]), np.zeros(env.n, np.int64)
    order = np.lexsort((liked if rng is None else liked + rng.gumbel(size=len(row)), row))
    best, starts = order[np.flatnonzero(np.diff(row, append=-1))], np.flatnonzero(np.diff(row, prepend=-1))
    count = np.diff(starts, append=len(row))
    chances = np.exp(liked - np.maximum.reduceat(liked, starts).repeat(count))
    chances /= np.add.reduceat(chances, starts).repeat(count)
    above = looks[best] - np.add.reduceat(chances[:, None] * looks, starts)
    actions[row[best]] = action[best]
    return actions, [part[count > 1] for part in (situation[best], row[best], env.to_act[row[best]], above)]


def play(env: VectorEnv, weights: Any, rng: np.random.Generator | None = None) -> Any:
    """Play rounds to their end. Return how far each seat is ahead of the mean, and what to learn."""
    steps, ahead = [], np.zeros((env.n, env.players))
    while (env.to_act >= 0).any():
        actions, step = act(env, weights, rng)
        steps.append(step)
        ended = env.step(actions)
        ahead[ended] = env.returns[ended] - env.returns[ended].mean(axis=1, keepdims=True)
    return ahead, [np.concatenate(parts) for parts in zip(*steps, strict=True)]


def main(game: str, seconds: float = 30, rounds: int = 4000, seed: int = 1, save: Path | None = None) -> None:
    """Learn for `seconds` of CPU time, and measure in `rounds` how far ahead of rule-based players it is."""
    env, spent = VectorEnv(game, DEALS * COPIES, seed=seed, auto_reset=False, copies=COPIES), 0.0
    size, rng = look(env)[-1].shape[1], np.random.default_rng(seed)
    weights, told = np.zeros((SITUATIONS, size)), np.zeros((SITUATIONS, size, size + 1))
    for report in range(1, REPORTS + 1):
        while spent < seconds * report / REPORTS:
            before = process_time()
            env.reset()
            ahead, (situations, played, seats, above) = play(env, weights, rng)
            ahead -= ahead.reshape(DEALS, COPIES, -1).mean(axis=1).repeat(COPIES, axis=0)
            for situation in np.unique(situations):
                rows, sums = situations == situation, told[situation]
                sums *= MEMORY  # least squares over all rounds so far; older ones count less
                sums += above[rows].T @ np.column_stack([above[rows], ahead[played[rows], seats[rows]]])
                weights[situation] += np.linalg.solve(sums[:, :-1] + RIDGE * np.eye(size), sums[:, -1])
            spent += process_time() - before
        against = VectorEnv(game, rounds, seed=seed + 1, auto_reset=False, opponents="rules")
        ahead = play(against, weights)[0][:, 0] * env.players / (env.players - 1)
        typer.echo(f"{spent:5.1f} s  ahead by {ahead.mean():+.3f} ± {1.96 * ahead.std() / rounds**0.5:.3f}")
    if save:
        np.save(save, weights)


if __name__ == "__main__":
    typer.run(main)
