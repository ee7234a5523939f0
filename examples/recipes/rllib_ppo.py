"""PPO of Ray's RLlib at one seat of Lockup; actions that the mask does not allow get no chance.

pip install "ray[rllib]" torch
python examples/recipes/rllib_ppo.py
"""

import gymnasium
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

import sevenfold.envs  # noqa: F401  it registers the games


class AsRllib(gymnasium.ObservationWrapper):
    """The names that RLlib's module for masked actions looks for, and floats."""

    def __init__(self, _config: dict) -> None:
        super().__init__(gymnasium.make("sevenfold/Lockup-v1", opponents="rules"))
        seen, mask = self.env.observation_space["observation"], self.env.observation_space["action_mask"]
        box = gymnasium.spaces.Box
        self.observation_space = gymnasium.spaces.Dict(
            {
                "observations": box(seen.low.astype("float32"), seen.high.astype("float32")),
                "action_mask": box(0.0, 1.0, mask.shape, "float32"),
            }
        )

    def observation(self, observed: dict) -> dict:
        return {
            "observations": observed["observation"].astype("float32"),
            "action_mask": observed["action_mask"].astype("float32"),
        }


register_env("lockup", AsRllib)
config = (
    PPOConfig()
    .environment("lockup")
    .env_runners(num_env_runners=0)
    .training(train_batch_size_per_learner=1000, minibatch_size=250, num_epochs=3)
    .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule))
)
algorithm = config.build_algo()
for _ in range(3):
    result = algorithm.train()["env_runners"]
    print(f"mean result of {result['num_episodes']} rounds: {result['episode_return_mean']:.2f}", flush=True)
