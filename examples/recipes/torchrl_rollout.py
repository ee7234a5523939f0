"""A round through TorchRL's wrapper of PettingZoo, each seat an agent that plays at random by the mask.

pip install torchrl
python examples/recipes/torchrl_rollout.py
"""

from torchrl.envs import PettingZooWrapper

from sevenfold.envs import aec_env

env = PettingZooWrapper(aec_env("lockup"), use_mask=True)
env.set_seed(1)
played = env.rollout(60)
print(f"{len(played)} steps, masks of shape {tuple(played['seat_0', 'action_mask'].shape)}")
print(f"results {[played['next', f'seat_{seat}', 'reward'].sum().item() for seat in range(4)]}")
