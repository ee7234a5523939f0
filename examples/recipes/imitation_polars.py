"""Imitation from Parquet: polars reads what rule-based players did, and a linear model learns to do it too.

pip install polars pyarrow
sevenfold simulate lockup --rounds 2000 --bots rules --format parquet --record taught
python examples/recipes/imitation_polars.py taught
"""

import json
import sys
from pathlib import Path

import numpy as np
import polars as pl

folder = Path(sys.argv[1])
files = sorted(folder.glob("*.parquet"))
told = json.loads(pl.read_parquet_metadata(files[0])["sevenfold"])
print(told["encoding"], told["options"], told["bots"])

table = pl.read_parquet(files)
choices = table.filter(pl.col("mask").cast(pl.List(pl.Int8)).list.sum() > 1)  # forced moves teach nothing
seen = choices["observation"].to_numpy().astype(np.float32)
mask, action = choices["mask"].to_numpy(), choices["action"].to_numpy()
last = choices["round"].max() * 9 // 10
taught = (choices["round"] < last).to_numpy()  # whole rounds are held out
seen /= np.maximum(seen.max(axis=0), 1)

weights = np.zeros((seen.shape[1], mask.shape[1]), np.float32)
rng = np.random.default_rng(1)
for epoch in range(8):
    for some in np.array_split(rng.permutation(np.flatnonzero(taught)), 200):
        scores = np.where(mask[some] == 1, seen[some] @ weights, -np.inf)
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        chances[np.arange(len(some)), action[some]] -= 1
        weights -= 0.5 * seen[some].T @ chances / len(some)
    guess = np.where(mask[~taught] == 1, seen[~taught] @ weights, -np.inf).argmax(axis=1)
    print(f"epoch {epoch + 1}: the same card in {(guess == action[~taught]).mean():.1%} of held-out choices")
