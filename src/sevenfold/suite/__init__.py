"""A benchmark of frozen tasks for players that learn: `sevenfold bench-suite`, docs/benchmark.md."""
