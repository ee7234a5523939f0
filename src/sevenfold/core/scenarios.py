"""The scenario runner: a deal, some moves and what must hold (docs/notation.md)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import yaml

from sevenfold.cards.pack import CardError
from sevenfold.core.deal import DealError
from sevenfold.core.dealing import draw_by
from sevenfold.core.game import AnyGame
from sevenfold.core.legal import legal_moves
from sevenfold.core.log import LogError, read_deal, read_seat
from sevenfold.core.match import AnyMatch, Match
from sevenfold.core.meta import WrongNumberOfSeats
from sevenfold.core.moves import CHANCE
from sevenfold.core.options import OptionError, read_options
from sevenfold.core.shuffle import Stream
from sevenfold.core.violations import IllegalMove
from sevenfold.core.yaml_files import read_yaml
from sevenfold.errors import SevenfoldError

LegalSets = dict[int | str, list[str]]
Hands = dict[int | str, str | None]
STANDING = ("result", "scores", "over", "winners", "next_first")


class Scenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario as it is written."""

    scenario: str
    game: str
    deal: dict[int | str, str | None]
    steps: list[dict[int | str, Any]]
    rules: list[str] = []
    options: dict[str, str | int | bool] = {}
    first: int = 0
    rest: str | None = ""
    scores: list[int] = []
    round: int = 1
    carried: list[int] = []
    position: dict[str, Any] | None = None


@dataclass(frozen=True)
class ScenarioResult:
    """How a scenario came out: passed where `failure` is empty."""

    name: str
    rules: tuple[str, ...]
    step: int = 0
    failure: str = ""


class UnreadableScenarios(SevenfoldError, ValueError):
    """A file that holds no list of scenarios."""


class ScenarioFailed(SevenfoldError):
    """What was expected and what was found."""


MISTAKES = (
    CardError,
    DealError,
    LogError,
    LookupError,
    OptionError,
    ScenarioFailed,
    WrongNumberOfSeats,
    msgspec.ValidationError,
)
"""What may be wrong with a scenario."""


def read_scenarios(path: Path) -> list[object]:
    """The scenarios of a file, not yet looked into. Raises UnreadableScenarios."""
    try:
        found = read_yaml(path)
    except OSError as error:
        raise UnreadableScenarios(f"{path}: {error.strerror}") from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise UnreadableScenarios(f"{path}: no YAML: {error}") from None
    if not isinstance(found, list):
        raise UnreadableScenarios(f"{path}: a scenario file is a list of scenarios")
    return found


def run_scenario(raw: object, load_game: Callable[[str], AnyGame]) -> ScenarioResult:
    """Run one scenario of a file. An error in the scenario is a failed outcome, never an exception."""
    try:
        scenario = msgspec.convert(raw, Scenario)
    except msgspec.ValidationError as error:
        name = raw.get("scenario") if isinstance(raw, dict) else None
        return ScenarioResult(str(name or "a scenario without a name"), (), 0, str(error))
    run = Run(scenario)
    try:
        run.through(load_game(scenario.game))
    except MISTAKES as error:
        return ScenarioResult(scenario.scenario, tuple(scenario.rules), run.step, str(error))
    return ScenarioResult(scenario.scenario, tuple(scenario.rules))


class Run:
    """One scenario while it runs; `step` is the number of the step being made, 0 before the first."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.step = 0
        self.draws = Stream(scenario.scenario.encode())

    def through(self, game: AnyGame) -> None:
        """Begin, and make all steps. Raises ScenarioFailed, or another of MISTAKES."""
        self.begin(game)
        for step in self.scenario.steps:
            self.make(step)

    def begin(self, game: AnyGame) -> None:
        """Set up the match where the scenario begins. Raises one of MISTAKES."""
        self.game = game
        self.match = self._begin(game)

    def make(self, step: Mapping[int | str, Any]) -> None:
        """Make the next step. Raises ScenarioFailed, LogError."""
        self.step += 1
        if "expect" in step:
            self._only(step, 1)
            self.draw_what_is_due()
            self._expect(step["expect"])
        else:
            self._move(step)

    def _begin(self, game: AnyGame) -> AnyMatch:
        scenario = self.scenario
        options = read_options(game.meta.options, scenario.options)
        hands = {str(seat): cards or "" for seat, cards in scenario.deal.items()}
        players = game.meta.seats(len(hands))
        if scenario.scores and len(scenario.scores) != players:
            raise DealError(f"scores: {len(scenario.scores)} totals for {players} players")
        deal = read_deal(game.rules.pack(options), hands, scenario.rest or "", players)
        return Match(
            game,
            options,
            players,
            deal,
            scenario.first,
            totals=scenario.scores,
            round_number=scenario.round,
            carried=scenario.carried,
            position=scenario.position,
        )

    def _only(self, step: Mapping[int | str, Any], keys: int) -> None:
        if len(step) != keys:
            raise ScenarioFailed(f"a step is a seat and its move, or expect; found {dict(step)}")

    def draw_what_is_due(self) -> None:
        """Make the moves of chance that are not written."""
        draw_by(self.match, lambda _drawn, outcomes: self.draws.below(outcomes))

    def come_to(self, seat: int) -> None:
        """Make the unwritten moves before a step of this seat: chance's moves, and others' default moves."""
        self.draw_what_is_due()
        while seat not in self.match.acting:
            move = self.game.rules.default_move(self.match.state)
            if move is None:
                return
            self.match.play(self.match.acting[0], move)
            self.draw_what_is_due()

    def _move(self, step: Mapping[int | str, Any]) -> None:
        refused = step.get("refused")
        self._only(step, 1 if refused is None else 2)
        word, move = next((key, value) for key, value in step.items() if key != "refused")
        seat = read_seat(str(word), self.match.players)
        if seat != CHANCE:
            self.come_to(seat)
        try:
            self.match.play_text(seat, str(move))
        except IllegalMove as refusal:
            if refusal.rule != refused:
                expected = f"refused as {refused}" if refused else "accepted"
                raise ScenarioFailed(f"{word}: {move}: expected {expected}, found {refusal}") from None
        else:
            if refused is not None:
                raise ScenarioFailed(f"{word}: {move}: expected refused as {refused}, found accepted")

    # --- what must hold ---------------------------------------------------------------------------

    def _expect(self, wanted: object) -> None:
        if not isinstance(wanted, dict):
            raise ScenarioFailed(f"expect takes keys and values; found {wanted!r}")
        for key, value in wanted.items():
            if key == "legal":
                self._expect_legal(msgspec.convert(value, LegalSets))
            elif key == "hand":
                self._expect_hands(msgspec.convert(value, Hands))
            else:
                self._compare(key, value, self._find(key))

    def _compare(self, key: str, expected: object, found: object) -> None:
        if self._spelt(expected) != self._spelt(found):
            raise ScenarioFailed(f"{key}: expected {expected}, found {found}")

    def _spelt(self, value: object) -> object:
        """A value with cards in one spelling and order, whatever way they were written."""
        if isinstance(value, list):
            return [self._spelt(entry) for entry in value]
        if isinstance(value, str):
            return sorted("=".join(map(self._card, word.split("="))) for word in value.split())
        return value

    def _card(self, word: str) -> str:
        try:
            return self.match.pack.write(self.match.pack.read(word))
        except CardError:
            return word

    def _find(self, key: str) -> object:
        if key in STANDING:
            return _as_written(getattr(self.match.standing, key))
        if key == "acting":
            return _as_written(self.match.acting)
        view = self.match.view(None)
        if not hasattr(view, str(key)):
            raise ScenarioFailed(f"{key}: {self.game.meta.name} has nothing of this name to expect")
        return _as_written(getattr(view, str(key)))

    def _player(self, word: int | str) -> int:
        seat = read_seat(str(word), self.match.players)
        if seat == CHANCE:
            raise ScenarioFailed("chance has no hand and no legal moves to expect")
        return seat

    def _expect_legal(self, wanted: LegalSets) -> None:
        notation = self.game.notation
        for word, expected in wanted.items():
            seat = self._player(word)
            moves = legal_moves(self.game.rules, self.match.seen(seat), seat)
            if sorted(notation.parse(text) for text in expected) != sorted(moves):
                found = [notation.write(move) for move in moves]
                raise ScenarioFailed(f"legal {word}: expected {expected}, found {found}")

    def _expect_hands(self, wanted: Hands) -> None:
        for word, expected in wanted.items():
            seat = self._player(word)
            held = " ".join(self.match.view(seat).hand)
            cards = self.match.pack.write(self.match.pack.read(expected or ""))
            self._compare(f"hand {word}", cards, held)


def _as_written(value: object) -> object:
    """A value as YAML has it, with lists in place of tuples."""
    plain: object = msgspec.json.decode(msgspec.json.encode(value))
    return plain
