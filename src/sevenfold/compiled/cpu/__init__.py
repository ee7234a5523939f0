"""Games compiled for this processor.

`batch` plays many rounds side by side, `rollouts` plays on from worlds. Both need the extra `fast`; without
it `rollouts` gives the same results in plain Python.
"""
