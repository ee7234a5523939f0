"""The levels against each other, with ratings for show."""

from collections.abc import Sequence

from openskill.models import PlackettLuce

from sevenfold.arena.contest import Sample


def ratings(samples: Sequence[Sample], players: int) -> list[float]:
    """A rating for each player, each deal taken as one match between all: 25 is the middle."""
    model = PlackettLuce()
    teams = [[model.rating()] for _ in range(players)]
    for sample in samples:
        teams = model.rate(teams, scores=list(sample))
    return [team[0].mu for team in teams]
