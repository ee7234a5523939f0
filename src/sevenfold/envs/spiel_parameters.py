"""The parameters of a game for OpenSpiel, as `openspiel` explains them. No library is needed to read them."""

from random import Random
from typing import Any

from sevenfold.core.given import seed_number
from sevenfold.core.options import describe
from sevenfold.envs.short import ShortDeck, read_deck
from sevenfold.envs.spiel_round import SpielSetting
from sevenfold.errors import SevenfoldError
from sevenfold.games import load_game

EXPLICIT, SAMPLED = "explicit", "sampled"
OWN_PARAMETERS = {
    "preset": "",
    "players": 0,
    "chance": EXPLICIT,
    "deck": "",
    "dealt": "",
    "hand_size": 0,
    "seed": 0,
}


class UnknownChance(SevenfoldError, ValueError):
    """An unknown value of the parameter `chance`."""

    def __init__(self, value: str) -> None:
        super().__init__(f"chance={value}: chance is {EXPLICIT} or {SAMPLED}")
        self.value = value


def read_setting(name: str, params: dict[str, Any]) -> SpielSetting:
    """The setting that parameters ask for.

    Raises UnknownPreset, OptionError, WrongNumberOfSeats, CardError, NotInTheDeck, DealError, UnknownChance.
    """
    game = load_game(name)
    given = {**OWN_PARAMETERS, **params}
    if given["chance"] not in (EXPLICIT, SAMPLED):
        raise UnknownChance(given["chance"])
    named = {
        spec.name: given[spec.name] for spec in describe(game.meta.options) if given.get(spec.name, "") != ""
    }
    options = game.meta.make_options(given["preset"] or None, named)
    players = game.meta.seats(given["players"] or None)
    short = ShortDeck(given["deck"], given["hand_size"], given["dealt"])
    deck = read_deck(game, options, players, short)
    return SpielSetting(
        read=read_setting,
        params=params,
        game=game,
        options=options,
        players=players,
        deck=deck.cards,
        dealt=deck.dealt,
        hand_size=deck.hand_size,
        explicit=given["chance"] == EXPLICIT,
        rng=Random(seed_number(given["seed"])),
    )
