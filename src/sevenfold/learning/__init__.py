"""Learning: small networks that weigh cards, learnt from what cards were worth in rollouts.

`watching` collects examples from rounds, `descent` learns a network from them, `paired` plays what was learnt
against what was there, and `training` does all of it again and again while it brings something. A game gives
the inputs of its networks (`core.inputs`); nothing here knows a game. It needs numpy and Numba.
"""
