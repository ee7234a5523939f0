"""Rounds of short decks as OpenSpiel writes them down, kept in `playthroughs/`.

`python tests/envs/test_playthroughs.py` writes them anew. What players see is left out: other tests hold it.
"""

import re
from pathlib import Path
from unittest import mock

import pytest

import sevenfold.envs.openspiel  # noqa: F401  it registers the games

KEPT = Path(__file__).parent / "playthroughs"
DEALT = "7S KS 7H AS 5S 6S 9S TS 8S JS QS 5H 6H 8H 9H TH"
"""LockSeven's, of a fixed deal: what follows it is enough to read."""
GAMES = {
    "lockup": "(deck=JC AC KS JD KH QS JS QD,hand_size=2)",
    "trump7": "(deck=7C KC TC QC 7D QD JK JH,hand_size=2)",
    "lockseven": f"(deck={DEALT},hand_size=2,dealt={DEALT})",
    "seven_bridge": "(players=2,deck=7C 7D 7H 8C 9C TC 2S 3S 4S 5S KH QH JD 6D,hand_size=3)",
}
SEEN = re.compile(r".*(String|Tensor)\(")


def played(game: str, actions: list[int]) -> str:
    from open_spiel.python.algorithms import generate_playthrough  # slow to import

    named = f"sevenfold_{game}{GAMES[game]}"
    with mock.patch.object(generate_playthrough, "_format_tensor", return_value=[]):  # it takes seconds
        lines = generate_playthrough.playthrough_lines(named, action_sequence=actions, seed=3)
    return "\n".join(line for line in lines if not SEEN.match(line)) + "\n"


@pytest.mark.parametrize("game", GAMES)
def test_a_kept_round_is_played_again_as_it_was(game: str) -> None:
    kept = (KEPT / f"{game}.txt").read_text(encoding="utf-8")
    actions = [int(action) for action in re.findall(r"^action: (\d+)$", kept, re.MULTILINE)]
    assert played(game, actions) == kept


if __name__ == "__main__":
    for name in GAMES:
        (KEPT / f"{name}.txt").write_text(played(name, []), encoding="utf-8")
