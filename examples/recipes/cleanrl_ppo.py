"""Proximal policy optimization in the manner of CleanRL, with PyTorch, on `VectorEnv` or `CudaVectorEnv`.

    pip install torch
    python examples/recipes/cleanrl_ppo.py --opponents rules
    python examples/recipes/cleanrl_ppo.py --device cuda --rounds 16384

Seat 0 of Lockup learns against three players of ours, which act within the step. With `--device cuda`
observations, masks, actions and results never leave the GPU. Each line of output is a point of the curve:
seconds, steps, the mean result of the rounds that ended since the line before, and now and then that of 4,096
rounds for evaluation, in which the network takes the likeliest action. It ends where that is as much as one
of the players brings home at seat 0 of these rounds.
"""

import time
from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any

import torch
from torch import nn
from torch.distributions import Categorical

from sevenfold.envs import CudaVectorEnv, VectorEnv

parser = ArgumentParser(description="PPO at seat 0 of Lockup")
parser.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
parser.add_argument("--rounds", type=int, default=256, help="rounds at once")
parser.add_argument("--seconds", type=float, default=300)
parser.add_argument(
    "--opponents", choices=["rules", "medium"], default="medium", help="who has the other seats"
)
given = parser.parse_args()

N, STEPS, CLIP, GAIN, EVALUATED, EVERY = given.rounds, 64, 0.2, 0.25, 4096, 10
make = CudaVectorEnv if given.device == "cuda" else VectorEnv
env = make("lockup", N, seed=1, opponents=given.opponents)
tests = make("lockup", EVALUATED, opponents=given.opponents, auto_reset=False)
torch.manual_seed(1)
torch.set_num_threads(1)
torch.set_default_device(given.device)
scale = torch.as_tensor(env.encoding.highs).clamp(min=1).float().to(given.device)
net = nn.Sequential(nn.Linear(env.encoding.length, 128), nn.ReLU(), nn.Linear(128, env.num_actions + 1))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)


def tensor(array: Any) -> torch.Tensor:
    """An array of an environment, where it lies. On a GPU the next step writes it anew."""
    return torch.as_tensor(array, device=given.device)


def policy(seen: torch.Tensor, mask: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
    out = net(seen.float() / scale)
    return Categorical(logits=out[:, :-1].masked_fill(mask == 0, -1e9)), out[:, -1]


def likeliest() -> torch.Tensor:
    with torch.no_grad():
        return policy(tensor(tests.observe()), tensor(tests.mask()))[0].logits.argmax(1)


def evaluated(act: Callable[[], Any]) -> float:
    """The mean result at seat 0 of the rounds for evaluation, which are always the same."""
    tests.reset(seed=2)
    total, left = 0, EVALUATED
    while left:
        left -= int(tensor(tests.step(act())).sum())
        total += int(tensor(tests.returns)[:, 0].sum())
    return total / EVALUATED


goal = evaluated(tests.advise)
print(f"{given.opponents} brings home {goal:.3f} at seat 0", flush=True)
began, update = time.time(), 0
while time.time() - began < given.seconds:
    rows: list[tuple[torch.Tensor, ...]] = []
    for _ in range(STEPS):
        seen, mask = tensor(env.observe()).clone(), tensor(env.mask()).clone()
        with torch.no_grad():
            chances, value = policy(seen, mask)
        actions = chances.sample()
        ended = tensor(env.step(actions)).float()
        reward = tensor(env.returns)[:, 0] * GAIN
        rows.append((seen, mask, actions, chances.log_prob(actions), value, reward, ended))
    seen, mask, actions, before, values, rewards, ends = (
        torch.stack(part) for part in zip(*rows, strict=True)
    )
    target, ahead = torch.zeros_like(values), values[-1]
    for step in reversed(range(STEPS)):  # what came of each step, up to the end of its round
        ahead = target[step] = rewards[step] + (1 - ends[step]) * ahead
    advantage = ((target - values) / (target - values).std()).flatten()
    batch = [part.flatten(0, 1) for part in (seen, mask, actions, before, target)]
    for some in torch.randperm(N * STEPS).repeat(3).split(N * STEPS // 8):
        chances, value = policy(batch[0][some], batch[1][some])
        ratio = (chances.log_prob(batch[2][some]) - batch[3][some]).exp()
        gain = torch.minimum(ratio * advantage[some], ratio.clamp(1 - CLIP, 1 + CLIP) * advantage[some])
        loss = (value - batch[4][some]).pow(2).mean() / 2 - gain.mean() - 0.01 * chances.entropy().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    update += 1
    mean = (rewards.sum() / ends.sum() / GAIN).item()
    line = f"{time.time() - began:6.1f} s {update * N * STEPS:11} steps {mean:7.3f}"
    reached = evaluated(likeliest) if update % EVERY == 0 else None
    print(line if reached is None else f"{line}   evaluated: {reached:.3f}", flush=True)
    if reached is not None and reached >= goal:
        print(f"as good as {given.opponents} after {time.time() - began:.0f} s", flush=True)
        break
