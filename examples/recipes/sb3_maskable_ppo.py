"""MaskablePPO of sb3-contrib at one seat of Lockup, against the learnt player at the others.

pip install sb3-contrib
python examples/recipes/sb3_maskable_ppo.py
"""

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import sevenfold.envs  # noqa: F401  it registers the games

game = {"id": "sevenfold/Lockup-v1", "opponents": "learnt"}
envs = make_vec_env(lambda: gymnasium.make(**game), n_envs=8, seed=1)
model = MaskablePPO("MultiInputPolicy", envs, n_steps=128, batch_size=256, seed=1, verbose=0)
model.learn(4_096)

env = gymnasium.make(**game)
results = []
for number in range(20):
    observed, info = env.reset(seed=number)
    terminated = False
    while not terminated:
        action, _ = model.predict(observed, action_masks=info["action_mask"] == 1, deterministic=True)
        observed, reward, terminated, _, info = env.step(action)
    assert "illegal_action" not in info
    results.append(reward)
print(f"mean result of 20 rounds: {np.mean(results):.2f}")
