"""Runs of agents, small: what they measure, what they write, and that it comes out again."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner, Result

from bench.suite.table import (
    HIDDEN_PARTNER,
    of_partner,
    of_pool,
    others,
    results,
    summary,
    with_strangers,
)
from examples import suite_agent
from sevenfold.cli import app
from sevenfold.core.each import one_by_one
from sevenfold.envs.encoding import Encoding
from sevenfold.suite.agents import load_entrant
from sevenfold.suite.belief import BY_WORLDS, EVEN, LEAST, ask, beliefs, card_loss
from sevenfold.suite.checking import check, computed_findings, frozen_findings
from sevenfold.suite.evaluating import judged_decisions
from sevenfold.suite.learner import learn_against
from sevenfold.suite.meeting import brought, met, packed, silently, unpacked, usual
from sevenfold.suite.moments import asked
from sevenfold.suite.pool import LEARNT, LINEAR, RANDOM, RULES, chooser_of, players_of
from sevenfold.suite.response import response
from sevenfold.suite.results import Declared, SuiteResult, read_result
from sevenfold.suite.running import Order, Track, exploited
from sevenfold.suite.running import run as order_run
from sevenfold.suite.tasks import TASKS, find_task
from tests.arena.ahead import ahead

ROOT = Path(__file__).parents[2]
WIDOW, MINI = find_task("Widow-v1"), find_task("Mini-v1")


def suite(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["bench-suite", *map(str, arguments)])


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example learns only for a moment."""
    monkeypatch.setattr(suite_agent, "UPDATES", 3)


# --- deals and results --------------------------------------------------------------------------------


def test_a_run_with_fewer_deals_is_the_beginning_of_one_with_more_trump7() -> None:
    agent = load_entrant(RULES, WIDOW)
    for name in players_of(WIDOW)[:2]:
        few, more = (
            brought(WIDOW, agent.chooser(deals), chooser_of(name, WIDOW, deals), deals, silently, "")
            for deals in (3, 7)
        )
        assert np.array_equal(few, more[:3]), name


def test_a_player_by_views_plays_as_its_compiled_self_trump7() -> None:
    rules = chooser_of(RULES, WIDOW, 4)
    plain = load_entrant("tests.suite.agents:by_view", WIDOW).chooser(4)
    compiled = brought(WIDOW, rules, rules, 4, silently, "")
    assert np.array_equal(brought(WIDOW, plain, rules, 4, silently, ""), compiled)


def test_who_plays_as_the_opponent_gains_nothing_and_gains_are_paired_trump7() -> None:
    rules = chooser_of(RULES, WIDOW, 4)
    own, other = brought(WIDOW, rules, rules, 4, silently, ""), usual(WIDOW, rules, 4, silently, "")
    found = met(WIDOW, RULES, own, other, whole=False)
    assert (found.gain, found.reach) == (0.0, 0.0)
    assert len(found.seats) == 3
    better = met(WIDOW, RULES, own + 1, other, whole=False)
    assert (better.gain, better.reach) == (1.0, 0.0)


def test_samples_are_packed_and_unpacked() -> None:
    results = np.array([[1, -2, 300], [0, 5, -928]])
    assert np.array_equal(unpacked(packed(results), 3), results)


# --- the tables of the documentation ------------------------------------------------------------------


def test_rules_and_learnt_were_run_at_each_task() -> None:
    run = {(result.task, result.agent) for result in results().values()}
    for task in TASKS.values():
        wanted = {RULES, LEARNT} & set(players_of(task))
        assert {(task.name, name) for name in wanted} <= run, task.name


def test_a_summary_has_hashes_in_place_of_samples_trump7() -> None:
    rules = chooser_of(RULES, WIDOW, 4)
    own = brought(WIDOW, rules, rules, 4, silently, "")
    whole = next(iter(results().values()))
    result = replace(whole, pool=(met(WIDOW, RULES, own, own, whole=False),))
    (kept,) = summary(result).pool
    assert kept.samples == kept.usual == f"sha256 {sha256(packed(own).encode()).hexdigest()}"
    assert all(len(each.samples) == len(kept.samples) for run in results().values() for each in run.pool)


def test_the_tables_of_the_documentation_are_those_of_the_results() -> None:
    page = (ROOT / "docs/benchmark.md").read_text(encoding="utf-8")
    for task in TASKS.values():
        if not task.is_mini:
            assert "\n".join(of_pool(task.name)) in page, f"{task.name}: python -m bench.suite.table"
    for table in (others(), of_partner(), with_strangers(HIDDEN_PARTNER)):
        assert "\n".join(table) in page, "python -m bench.suite.table"


# --- runs ---------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("quick")
def test_a_run_is_written_and_checked_trump7(tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    agent = "examples.suite_agent:agent"
    ran = suite(
        "run", agent, "--task", "Widow-v1", "--deals", 2, "--seed", 3, "--budget", "S", "--json", file
    )
    assert ran.exit_code == 0, ran.output
    assert "a try with fewer deals" in ran.output.replace("\n", " ")
    result = read_result(file)
    assert (result.agent, result.seed, result.declared.budget, result.whole) == (agent, 3, "S", False)
    assert [each.opponent for each in result.pool] == players_of(WIDOW)
    assert not any(each.whole for each in result.pool)
    again = suite("check", file, "--deals", 2)
    assert again.exit_code == 0, again.output
    assert "right: 2 deals among rules, played again" in again.output.replace("\n", " ")


def changed(file: Path, **fields: Any) -> Path:
    """The same result with other fields."""
    made = file.with_name("changed.json")
    made.write_text(json.dumps({**json.loads(file.read_text()), **fields}))
    return made


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A result of the rules player at the short decks, and of a pool that was altered below."""
    file = tmp_path_factory.mktemp("suite") / "rules.json"
    ran = suite("run", RULES, "--task", "Mini-v1", "--json", file)
    assert ran.exit_code == 0, ran.output
    return file


def test_what_was_altered_is_found_lockup(written: Path) -> None:
    assert suite("check", written).exit_code == 0
    decks = json.loads(written.read_text())["short_decks"]
    decks[0]["nash_conv"] = 0.0
    better = suite("check", changed(written, short_decks=decks))
    assert better.exit_code == 1
    assert "WRONG: the short decks" in better.output
    other = suite("check", changed(written, frozen_hash="0" * 64))
    assert other.exit_code == 1
    assert "another than version 1 froze" in other.output.replace("\n", " ")


def test_an_altered_mean_and_altered_deals_are_found_trump7() -> None:
    rules = chooser_of(RULES, WIDOW, 4)
    own = brought(WIDOW, rules, chooser_of(RANDOM, WIDOW, 4), 4, silently, "")
    among = met(WIDOW, RANDOM, own, own - 1, whole=False)
    run = next(result for result in results().values() if result.task == WIDOW.name)
    result = replace(run, pool=(among,), whole=False)
    assert False not in _rights(result)
    assert False in _rights(replace(result, pool=(replace(among, gain=among.gain + 0.1),)))
    assert False in _rights(replace(result, pool=(replace(among, whole=True),)))


def _rights(result: SuiteResult) -> list[bool | None]:
    return [finding.right for finding in [*frozen_findings(result, WIDOW), *computed_findings(result, WIDOW)]]


def test_an_agent_that_is_not_here_is_not_looked_at_lockup(written: Path) -> None:
    findings = check(changed(written, agent="no.such:agent"), 2, silently)
    assert [finding.right for finding in findings if finding.what == "the agent"] == [None]
    moved = check(changed(written, agent="tests.suite.agents:by_view", agent_file="0" * 64), 2, silently)
    assert [finding.right for finding in moved if finding.what == "the agent"] == [None]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rules", "--task", "Widow-v2"], "there is no task 'Widow-v2'"),
        (["nobody", "--task", "Widow-v1"], "there is no agent 'nobody'"),
        (["no.such:agent", "--task", "Widow-v1"], "there is no agent 'no.such:agent'"),
        (["examples.suite_agent:none", "--task", "Widow-v1"], "there is no agent"),
        (["rules", "--task", "Widow-v1", "--track", "speed"], "there is no track 'speed'"),
        (["learnt", "--task", "Claims-v1"], "there is no agent 'learnt'"),
        (["rules", "--task", "Claims-v1", "--opponent", "learnt"], "has no player 'learnt'"),
    ],
)
def test_a_mistake_is_told_in_a_line(arguments: list[str], said: str, tmp_path: Path) -> None:
    ran = suite("run", *arguments, "--json", tmp_path / "result.json")
    assert ran.exit_code == 2
    assert said in ran.output.replace("\n", " ")
    assert not (tmp_path / "result.json").exists()


def test_an_action_that_is_not_allowed_ends_the_run_trump7(tmp_path: Path) -> None:
    agent = "tests.suite.agents:wrong"
    ran = suite("run", agent, "--task", "Widow-v1", "--deals", 2, "--json", tmp_path / "result.json")
    assert ran.exit_code == 2
    assert "does not allow action 10000" in ran.output.replace("\n", " ")


def test_list_and_show_name_what_is_frozen() -> None:
    listed = suite("list")
    assert all(name in listed.output for name in TASKS)
    shown = suite("show", "Widow-v1")
    assert WIDOW.frozen.rules in shown.output
    assert suite("show", "Widow-v9").exit_code == 2


# --- the other tracks ---------------------------------------------------------------------------------


@pytest.mark.usefixtures("quick")
def test_seeds_of_an_agent_meet_each_other_trump7(tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    agent = ["examples.suite_agent:agent", "--task", "Widow-v1", "--deals", 2]
    ran = suite("run", *agent, "--track", "crossplay", "--json", file)
    assert ran.exit_code == 0, ran.output
    found = read_result(file).cross_play
    assert found is not None
    assert found.seeds == (0, 1, 2, 3, 4)
    assert [found.gains[each][each] for each in range(5)] == [0.0] * 5


@pytest.mark.parametrize("agent", ["learnt", "tests.suite.agents:by_view"])
def test_a_result_is_the_same_whoever_plays_and_asks_trump7(agent: str) -> None:
    tracks = Track.POOL, Track.CROSS_PLAY, Track.BELIEF, Track.DECISIONS
    declared = Declared(budget="none", trained="")
    order = Order(WIDOW, agent, 0, tracks, 2, (RULES, RANDOM), declared, (), "")
    made = [order_run(order, silently, each) for each in (one_by_one, ahead)]
    here, there = (replace(result, when="", seconds=0.0) for result in made)
    assert here == there
    assert here.decisions is not None
    assert len(here.pool) == 2


def test_a_response_gains_on_who_plays_at_random_trump7() -> None:
    found = response(WIDOW, load_entrant(RANDOM, WIDOW), 20, 0, silently)
    assert found.by != RANDOM
    assert found.gain > 0.5


def test_a_learner_learns_the_same_again_trump7() -> None:
    rules = chooser_of(RULES, WIDOW, 2)
    one, other = (learn_against(WIDOW, rules, 2, silently) for _ in range(2))
    assert one.written() == other.written()
    assert one.weights.any()


@pytest.mark.usefixtures("quick")
def test_beliefs_are_beside_what_needs_no_learning_trump7() -> None:
    entrant = load_entrant("examples.suite_agent:agent", WIDOW)
    found = {loss.by: loss for loss in beliefs(WIDOW, entrant, 4, silently)}
    assert set(found) == {EVEN, BY_WORLDS, entrant.name}
    assert len({loss.answers for loss in found.values()}) == 1
    assert found[BY_WORLDS].loss < found[EVEN].loss < found[entrant.name].loss
    without = beliefs(WIDOW, load_entrant(RULES, WIDOW), 4, silently)
    assert without == [found[EVEN], found[BY_WORLDS]]


def test_what_a_single_round_says_of_beliefs_has_no_interval_and_is_not_told_trump7() -> None:
    assert beliefs(WIDOW, load_entrant(RULES, WIDOW), 1, silently) == []


def test_who_knows_all_has_no_loss_and_nobody_is_asked_for_what_is_known_lockup() -> None:
    game, task = find_task("Lockout-v1").played, find_task("Lockout-v1")
    kinds = Encoding(game, task.players).declared.kinds
    for moment in asked(game, 2, task.seed):
        question = ask(game, kinds, moment)
        _, loss, answers = card_loss(question, question.held)
        assert loss == pytest.approx(-answers * np.log(1 - LEAST), abs=1e-9)
        own = moment.seen.hands[moment.seat] | moment.seen.played
        assert not any(own >> kind & 1 for kind in np.flatnonzero(question.open).tolist())


def test_decisions_of_a_bad_player_lose_more_than_those_of_a_good_one_lockup() -> None:
    task = find_task("Lockout-v1")
    good, bad = (judged_decisions(task, load_entrant(name, task), 2, silently) for name in (RULES, RANDOM))
    assert good.decisions == bad.decisions
    assert bad.loss > good.loss


@pytest.mark.parametrize(
    ("agent", "said"), [("wrong", "does not allow action 10000"), ("no_policy", "a chance for each action")]
)
def test_what_is_no_answer_on_a_short_deck_is_told_lockup(agent: str, said: str, tmp_path: Path) -> None:
    name = f"tests.suite.agents:{agent}"
    ran = suite("run", name, "--task", "Mini-v1", "--json", tmp_path / "result.json")
    assert ran.exit_code == 2, ran.output
    assert said in ran.output.replace("\n", " ")


def test_short_decks_tell_players_apart_lockup() -> None:
    even, rules = (exploited(load_entrant(name, MINI)) for name in (RANDOM, RULES))
    assert all(each.nash_conv > 0.05 for each in even)
    assert [each.short_deck for each in even] == [each.short_deck for each in rules]
    assert even != rules


def test_a_task_of_another_game_has_short_decks_of_its_own_trump7() -> None:
    """Its moves take several actions: a bid, two cards put away, a card."""
    (even,), (linear,) = (exploited(load_entrant(name, WIDOW)) for name in (RANDOM, LINEAR))
    assert even.short_deck == linear.short_deck == "trump7-5"
    assert linear.nash_conv < even.nash_conv


def test_where_no_short_deck_is_solved_the_track_is_refused_seven_bridge(tmp_path: Path) -> None:
    ran = suite("run", RULES, "--task", "Claims-v1", "--track", "mini", "--json", tmp_path / "result.json")
    assert ran.exit_code == 2
    assert "Claims-v1 has no short decks" in ran.output.replace("\n", " ")
