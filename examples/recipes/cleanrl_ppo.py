"""Proximal policy optimization in the manner of CleanRL, with PyTorch, on `VectorEnv`.

    pip install torch
    python examples/recipes/cleanrl_ppo.py

Seat 0 of Lockup learns against three rule-based players, which act within the step. Each line of output is
a point of the curve: seconds, steps, and the mean result of the rounds that ended since the line before.
"""

import time

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from sevenfold.envs import VectorEnv

N, STEPS, UPDATES, CLIP, GAIN = 256, 64, 60, 0.2, 0.25
env = VectorEnv("lockup", N, seed=1, policy_seats=[1, 2, 3])
scale = torch.tensor(np.maximum(env.encoding.highs, 1), dtype=torch.float32)
net = nn.Sequential(nn.Linear(env.encoding.length, 128), nn.ReLU(), nn.Linear(128, env.num_actions + 1))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
torch.manual_seed(1)
torch.set_num_threads(1)


def policy(seen: torch.Tensor, mask: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
    out = net(seen / scale)
    return Categorical(logits=out[:, :-1].masked_fill(mask == 0, -1e9)), out[:, -1]


began = time.time()
for update in range(UPDATES):
    rows: list[tuple[torch.Tensor, ...]] = []
    results: list[float] = []
    for _ in range(STEPS):
        seen, mask = torch.tensor(env.observe(), dtype=torch.float32), torch.tensor(env.mask())
        with torch.no_grad():
            chances, value = policy(seen, mask)
        actions = chances.sample()
        ended = torch.tensor(env.step(actions.numpy()))
        reward = torch.tensor(env.returns[:, 0], dtype=torch.float32) * GAIN
        rows.append((seen, mask, actions, chances.log_prob(actions), value, reward, ended.float()))
        results += env.returns[env.ended, 0].tolist()
    seen, mask, actions, before, values, rewards, ends = (
        torch.stack(part) for part in zip(*rows, strict=True)
    )
    target, ahead = torch.zeros_like(values), values[-1]
    for step in reversed(range(STEPS)):  # what came of each step, up to the end of its round
        ahead = target[step] = rewards[step] + (1 - ends[step]) * ahead
    advantage = ((target - values) / (target - values).std()).flatten()
    batch = [part.flatten(0, 1) for part in (seen, mask, actions, before, target)]
    for some in torch.randperm(N * STEPS).repeat(3).split(2048):
        chances, value = policy(batch[0][some], batch[1][some])
        ratio = (chances.log_prob(batch[2][some]) - batch[3][some]).exp()
        gain = torch.minimum(ratio * advantage[some], ratio.clamp(1 - CLIP, 1 + CLIP) * advantage[some])
        loss = (value - batch[4][some]).pow(2).mean() / 2 - gain.mean() - 0.01 * chances.entropy().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(
        f"{time.time() - began:6.1f} s {(update + 1) * N * STEPS:9} steps {np.mean(results):7.3f}", flush=True
    )
