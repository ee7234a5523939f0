"""The texts of the games: every key that the code can ask for, in every language, with the same arguments."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from sevenfold.book.keys import KEYS
from sevenfold.book.needed import keys_needed, may_have
from sevenfold.book.rulebook import load_rule_book
from sevenfold.book.texts import Language, UnknownLanguage, load_texts, read_language
from sevenfold.core.dealer import Dealer
from sevenfold.core.game import AnyGame
from sevenfold.core.match import Match
from sevenfold.core.moves import CHANCE
from sevenfold.core.views import phases
from sevenfold.core.violations import FIRST_OWN
from sevenfold.core.written import PLAY, take_apart
from sevenfold.games import OWN_GAMES, load_game, load_meta, package_of

each_game = pytest.mark.parametrize("game", OWN_GAMES)
each_language = pytest.mark.parametrize("language", Language)

EVENTS_OF_EVERY_GAME = {"deal", "move", "chance", "round"}
ARGUMENTS: dict[str, set[str]] = {}
"""The values that the client gives to texts, by the first word of their keys."""
for each in KEYS:
    if not each.key.endswith(".waits"):
        ARGUMENTS.setdefault(each.key.partition(".")[0], set()).update(each.values)
OF_NO_LINE = {
    key.key: set(key.values)
    for key in KEYS
    if key.prefix == key.key and key.key.startswith(("headline.", "sum."))
}
"""Words above a result, and of its sum, that are no line's, and their values."""


@cache
def texts(game: str, language: Language) -> dict[str, str]:
    return load_texts(package_of(game), language)


def arguments(message: str) -> set[str]:
    """The arguments of a message in ICU MessageFormat: `{name}` or `{name, select, case {message} ...}`."""
    found: set[str] = set()
    depth = 0
    for brace, name in re.findall(r"([{}])\s*(\w*)", message):
        if brace == "{" and depth % 2 == 0:
            found.add(name)
        depth += 1 if brace == "{" else -1
        assert depth >= 0, message
    assert depth == 0, message
    return found


def rounds(game: AnyGame) -> Iterator[Match[Any, Any]]:
    """A match of each preset, before every move of three rounds and at their ends, by rule-based players."""
    players = game.meta.players.default
    for options in game.meta.presets.values():
        for seed in range(3):
            dealer = Dealer(bytes([seed]))
            match = Match(game, options, players, dealer.deal(game, options, players, 1), seed % players)
            while not match.round_over:
                yield match
                outcomes = game.rules.chance(match.state)
                if outcomes:
                    index = dealer.chance(1, match.version, outcomes)
                    match.play(CHANCE, game.rules.chance_move(match.state, index))
                else:
                    seat = match.acting[0]
                    match.play(seat, game.choose(match.seen(seat), seat))
            yield match


# --- the games' texts -------------------------------------------------------------------------------


@each_game
@each_language
def test_the_keys_are_those_that_the_code_asks_for(game: str, language: Language) -> None:
    needed = set(keys_needed(load_game(game)))
    assert {key for key in texts(game, language) if key in needed or not may_have(key)} == needed


@each_game
@each_language
def test_every_language_has_the_same_keys(game: str, language: Language) -> None:
    assert texts(game, language).keys() == texts(game, Language.EN).keys()


@each_game
def test_every_move_but_a_plain_play_has_a_name(game: str) -> None:
    """So that no table shows the notation of a move."""
    kinds = {
        take_apart(load_game(game).notation.write(move)).kind
        for match in rounds(load_game(game))
        for seat in match.acting
        for move in match.extend(seat).moves
    }
    named = {key.removeprefix("move.") for key in texts(game, Language.EN) if key.startswith("move.")}
    assert kinds - {PLAY} <= named


@each_game
@each_language
def test_no_text_is_empty(game: str, language: Language) -> None:
    assert [key for key, text in texts(game, language).items() if not text.strip()] == []


@each_game
@each_language
def test_texts_take_the_same_arguments_as_in_english(game: str, language: Language) -> None:
    taken, expected = (
        {key: arguments(text) for key, text in texts(game, tag).items()} for tag in (language, Language.EN)
    )
    assert taken == expected


@each_game
@each_language
def test_choices_in_a_text_have_an_other(game: str, language: Language) -> None:
    for key, text in texts(game, language).items():
        choices = re.findall(r"\{\w+, (?:plural|select|selectordinal),", text)
        assert len(re.findall(r"\bother \{", text)) == len(choices), key


@each_game
@each_language
def test_texts_quote_nothing_and_hold_no_tags(game: str, language: Language) -> None:
    """An apostrophe before a brace would hide an argument, and `<` would begin a tag."""
    assert [key for key, text in texts(game, language).items() if re.search("['<>]", text)] == []


# --- in step with the rules -------------------------------------------------------------------------


@each_game
@each_language
def test_only_refusals_and_events_take_arguments(game: str, language: Language) -> None:
    for key, text in texts(game, language).items():
        kind = key.partition(".")[0]
        if kind not in {"violation", "table"}:
            known = {"seat"} if key.endswith(".waits") else OF_NO_LINE.get(key, ARGUMENTS.get(kind, set()))
            assert arguments(text) <= known, key


@each_game
def test_a_result_has_lines_whose_sentences_it_fills_in(game: str) -> None:
    sentences = texts(game, Language.EN)
    rules = {rule.id for rule in load_rule_book(package_of(game), game, Language.EN).rules}
    for match in rounds(load_game(game)):
        check_decided(match, sentences)
        lines = match.view(None).result_lines
        assert bool(lines) == match.round_over
        for line in lines:
            assert line.rule in rules
            given = {
                name for name in ("cards", "points", "times", "count") if getattr(line, name) is not None
            }
            given |= set() if line.seat is None else {"seat", "you", "names"}
            given |= {"you", "names"} if line.seats else set()
            assert arguments(sentences[line.key]) <= given, line
            name = line.key.partition(".")[2]
            for key in (f"headline.{name}", f"sum.{name}", f"sum.{name}.note"):
                assert arguments(sentences.get(key, "")) <= given | {"short"}, key
            if line.times is not None and line.points is not None:
                assert line.count == line.points * line.times


@each_game
def test_words_of_a_sum_and_a_headline_are_those_of_a_line(game: str) -> None:
    """So that none is written for a line that there is not, nor a note without its label."""
    keys = set(texts(game, Language.EN))
    lines = {key.partition(".")[2] for key in keys if key.startswith(("event.", "result."))}
    for key in keys - OF_NO_LINE.keys():
        kind, _, name = key.partition(".")
        if kind in {"headline", "sum"}:
            assert name.removesuffix(".note") in lines, key
            assert key.removesuffix(".note") in keys, key


@pytest.mark.parametrize("game", [name for name in OWN_GAMES if not load_meta(name).draft])
def test_who_won_a_round_is_a_headline_of_every_result(game: str) -> None:
    words = texts(game, Language.EN)
    for match in rounds(load_game(game)):
        lines = [line.key.partition(".")[2] for line in match.view(None).result_lines]
        if match.round_over:
            assert "headline.round" in words or any(f"headline.{line}" in words for line in lines), lines


def check_decided(match: Match[Any, Any], sentences: dict[str, str]) -> None:
    """The moment that decided the round has a sentence and its values, and is told only after the end."""
    for viewer in (None, 0):
        decided = match.moment(viewer).decided
        if decided is None:
            continue
        assert match.round_over
        given = {"cards"} if decided.cards else set()
        given |= {"count"} if decided.count is not None else set()
        given |= {"seat", "you"} if decided.seat is not None else set()
        given |= {"other", "for_you"} if decided.other is not None else set()
        assert arguments(sentences[f"decided.{decided.code}"]) == given, decided


@each_game
def test_every_kind_of_event_is_declared(game: str) -> None:
    known = EVENTS_OF_EVERY_GAME | set(load_game(game).story.EVENTS)
    for match in rounds(load_game(game)):
        if match.round_over:
            told = {event.kind for viewer in (None, 0) for event in match.ledger(viewer).events()}
            assert told <= known


@each_game
def test_every_phase_is_declared(game: str) -> None:
    for match in rounds(load_game(game)):
        view = match.view(None)
        assert view.phase in phases(type(view))


@each_game
def test_a_refusal_gives_its_sentence_what_it_needs(game: str) -> None:
    sentences = texts(game, Language.EN)
    loaded = load_game(game)
    rules, notation, refusals = loaded.rules, loaded.notation, loaded.refusals
    for match in rounds(load_game(game)):
        for seat in match.acting:
            for card in match.view(seat).hand:
                move = notation.parse(card)
                code = rules.check(match.state, seat, move)
                if code >= FIRST_OWN:
                    sentence = sentences[f"violation.{match.game.violation_name(code)}"]
                    assert arguments(sentence) <= refusals.details(match.state, seat, move, code).keys()


# --- languages --------------------------------------------------------------------------------------


@each_language
def test_a_language_is_read_by_its_tag(language: Language) -> None:
    assert read_language(str(language)) is language


def test_a_language_that_nothing_is_written_in() -> None:
    with pytest.raises(
        UnknownLanguage, match="no language 'fr'; the languages are en, zh-Hans, ja"
    ) as caught:
        read_language("fr")
    assert caught.value.language == "fr"
