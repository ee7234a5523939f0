"""What of a game's view the plain table does not draw: `web/src/table/plain.ts`, told in sentences."""

import re
from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from sevenfold.book.texts import Language, load_texts
from sevenfold.core.dealer import Dealer
from sevenfold.core.encoding import Seat
from sevenfold.core.game import AnyGame
from sevenfold.core.match import Match
from sevenfold.core.moves import CHANCE
from sevenfold.core.tricks import TrickView
from sevenfold.core.views import Lying, Partners, Pile, SuitGroup, View, seat_fields
from sevenfold.games import folder_of, load_game, package_of
from sevenfold.scaffold import places

ONE: dict[Any, str] = {
    Seat: "a mark at the seat, named by `field.NAME`, such as the dealer",
    int: "a line with the number, labelled by `field.NAME`",
    float: "the same",
    bool: "a line that says Yes where it is true",
    str: "a line with a card, a suit, or a word by `field.NAME.VALUE`",
    Lying: "cards in the middle or before a seat, open or face down, such as a widow or a pile",
}
"""What the plain table makes of a field of each type; one that is None or empty is not shown."""

SEVERAL: dict[Any, str] = {
    Seat: "a mark at each of these seats, such as those who have passed",
    int: "the number of each seat at the seat, but for 0, such as tricks taken",
    int | None: "the same with gaps, such as a bid that is not made yet; 0 is shown",
    str: "a line of cards",
    Pile: "lines of cards, each with its seat",
    Partners: "who plays together, what they have, and `wanted`, what they need: 2 of 5. The first of such "
    "fields marks the partner, and a result tells each side as one",
}
"""The same of a tuple of each."""

BY_NAME: dict[str, tuple[Any, str]] = {
    "trump": (str, "the suit in the line at the top; sorts the hand where there is no `sorted_hand`"),
    "sorted_hand": (SuitGroup, "the hand as the game sorts it"),
}
"""The same of a field of this name."""
CARD = re.compile(r"[2-9TJQKA][SHDC]|RJ|BJ|JK")
SUIT = re.compile("[SHDC]")


def undrawn(name: str) -> Iterator[str]:
    """Each field of a game's view that the plain table leaves out, with its line. Raises UnknownGame."""
    game = load_game(name)
    view: type[View] = get_type_hints(game.view.show)["return"]
    found = dict(_by_type(view))
    for shown in _views(game):
        for field, why in _by_value(name, shown):
            found.setdefault(field, why)
    for field, why in found.items():
        place = places.of_pattern(folder_of(package_of(name)) / "view.py", rf"^\s+{field}\s*:")
        yield f"{place}: the plain table does not draw `{field}`, {why}"


# --- by types ---------------------------------------------------------------------------------------


def _by_type(view: type[View]) -> Iterator[tuple[str, str]]:
    """The fields whose type the plain table does not know, and why."""
    for field, hint in get_type_hints(view, include_extras=True).items():
        if field in _own_fields(view) and not is_drawn(field, hint):
            shown = getattr(hint, "__name__", "") if isinstance(hint, type) else ""
            said = shown or str(hint).replace("typing.", "")
            yield field, f"a {said}: docs/games.md lists the types that it draws"


def _own_fields(view: type[View]) -> list[str]:
    """What the game adds to the fields that every view has, or every view of tricks."""
    common = TrickView if issubclass(view, TrickView) else View
    return [field for field in view.__struct_fields__ if field not in common.__struct_fields__]


def is_drawn(field: str, hint: Any) -> bool:
    """Whether the plain table knows the type of a field."""
    if get_origin(hint) in (Union, UnionType):
        return all(each is NoneType or is_drawn(field, each) for each in get_args(hint))
    if get_origin(hint) not in (tuple, list):
        return _plain(hint) in ONE
    if field == "sorted_hand":
        return SuitGroup in get_args(hint)
    inner = [each for each in get_args(hint) if each is not ...]
    return all(_plain(each) in SEVERAL or each == int | None for each in inner)


def _plain(hint: Any) -> Any:
    """A type without what is said of it: `Annotated[str, one_of(Phase)]` and `Literal["a"]` are a `str`."""
    if get_origin(hint) is Annotated:
        return _plain(get_args(hint)[0])
    if get_origin(hint) is Literal:
        return type(get_args(hint)[0])
    return hint


# --- by what they hold in play ----------------------------------------------------------------------


def _views(game: AnyGame) -> Iterator[View]:
    """What the first seat and a spectator see of a round of each preset, played by the rule-based player."""
    players = game.meta.players.default
    for options in game.meta.presets.values():
        dealer = Dealer(bytes([1]))
        match = Match(game, options, players, dealer.deal(game, options, players, 1), 0)
        while not match.round_over:
            if outcomes := game.rules.chance(match.state):
                index = dealer.chance(1, match.version, outcomes)
                match.play(CHANCE, game.rules.chance_move(match.state, index))
            else:
                seat = match.acting[0]
                match.play(seat, game.choose(match.seen(seat), seat))
            yield from (match.view(viewer) for viewer in (0, None))


def _by_value(name: str, view: View) -> Iterator[tuple[str, str]]:
    """The fields that hold something which the plain table cannot show, and why."""
    texts = load_texts(package_of(name), Language.EN)
    players = len(view.hand_sizes)
    for field in _own_fields(type(view)):
        value = getattr(view, field)
        if field in seat_fields(type(view)) or value in (None, "", ()):
            continue
        if field == "trump" and not SUIT.fullmatch(value):
            yield field, f'whose "{value}" is no suit'
        elif isinstance(value, str) and not (f"field.{field}.{value}" in texts or _is_drawn_as(value)):
            yield field, f'for "{value}" has no text: field.{field}.{value}'
        elif unlike := _no_cards(value):
            yield field, f'whose "{unlike[0]}" is no card; a field of its own may hold one word'
        elif _are_numbers(value) and len(value) != players:
            yield field, f"which is to have a number for each of the {players} seats"


def _no_cards(value: Any) -> list[str]:
    """The words among some texts that are no cards."""
    return (
        [each for each in value if isinstance(each, str) and not CARD.fullmatch(each)]
        if _several(value)
        else []
    )


def _are_numbers(value: Any) -> bool:
    return _several(value) and all(each is None or isinstance(each, int) for each in value)


def _several(value: Any) -> bool:
    return isinstance(value, tuple)


def _is_drawn_as(text: str) -> bool:
    """Whether a text needs no words, since it is a card or a suit."""
    return bool(CARD.fullmatch(text) or SUIT.fullmatch(text))
