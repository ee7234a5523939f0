"""A round to look at: as text, or as a picture drawn with Pillow."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from sevenfold.core.game import AnyGame
from sevenfold.core.moment import Moment
from sevenfold.core.shown import as_text, owner
from sevenfold.core.views import View
from sevenfold.errors import SevenfoldError

RENDER_MODES = ["ansi", "rgb_array"]

_COLOURS = {"S": "#1b1b1f", "H": "#b3202c", "D": "#1f55a8", "C": "#1c6b3a"}
_FELT, _PAPER, _INK = "#1d3b33", "#fbf6e9", "#e9e2cf"
_WIDTH, _CARD, _GAP, _LINE = 720, (44, 62), 6, 82


class UnknownRenderMode(SevenfoldError, ValueError):
    """An unknown render mode."""

    def __init__(self, mode: str) -> None:
        super().__init__(f"there is no render mode {mode!r}; there are {', '.join(RENDER_MODES)}")
        self.mode = mode


def render(game: AnyGame, state: Any, seat: int | None, mode: str) -> str | NDArray[np.uint8]:
    """The round as `seat` sees it, None being a spectator: a text, or height x width x 3 bytes.

    Raises UnknownRenderMode.
    """
    view = Moment.of(game, state, seat).view
    if mode == "ansi":
        return as_text(view)
    if mode == "rgb_array":
        return as_picture(view)
    raise UnknownRenderMode(mode)


# --- pictures -------------------------------------------------------------------------------------


def as_picture(view: View) -> NDArray[np.uint8]:
    """The piles on the table above, the hand below."""
    rows = [(owner(pile, view.seat), pile.cards) for pile in view.table] + [("hand", view.hand)]
    image = Image.new("RGB", (_WIDTH, _LINE * max(len(rows), 4)), _FELT)
    draw = ImageDraw.Draw(image)
    for number, (label, cards) in enumerate(rows):
        top = number * _LINE + 10
        draw.text((10, top + 22), label, _INK, _font(14))
        step = min(_CARD[0] + _GAP, (_WIDTH - 90 - _CARD[0]) // max(len(cards), 1))
        for index, card in enumerate(cards):
            _draw_card(draw, card, 80 + index * step, top)
    return np.asarray(image)


def _font(size: int) -> Any:
    return ImageFont.load_default(size)


def _draw_card(draw: ImageDraw.ImageDraw, card: str, left: int, top: int) -> None:
    box = (left, top, left + _CARD[0], top + _CARD[1])
    draw.rounded_rectangle(box, 5, _PAPER, "#7a7260")
    suit = card[-1] if len(card) == 2 and card[-1] in _COLOURS else ""
    colour = _COLOURS.get(suit, "#6b3fa0")
    draw.text((left + 5, top + 3), card[:-1].replace("T", "10") if suit else card, colour, _font(17))
    if suit:
        _draw_suit(draw, suit, colour, left + 8, top + 34)


def _draw_suit(draw: ImageDraw.ImageDraw, suit: str, colour: str, x: int, y: int) -> None:
    """A suit in a square of 18 pixels."""
    if suit == "D":
        draw.polygon([(x + 9, y), (x + 16, y + 9), (x + 9, y + 18), (x + 2, y + 9)], colour)
    elif suit == "H":
        draw.ellipse((x, y + 1, x + 9, y + 10), colour)
        draw.ellipse((x + 9, y + 1, x + 18, y + 10), colour)
        draw.polygon([(x + 1, y + 8), (x + 17, y + 8), (x + 9, y + 18)], colour)
    elif suit == "S":
        draw.ellipse((x, y + 6, x + 9, y + 15), colour)
        draw.ellipse((x + 9, y + 6, x + 18, y + 15), colour)
        draw.polygon([(x + 1, y + 9), (x + 17, y + 9), (x + 9, y)], colour)
        draw.polygon([(x + 9, y + 10), (x + 5, y + 19), (x + 13, y + 19)], colour)
    else:
        draw.ellipse((x + 4, y, x + 14, y + 9), colour)
        draw.ellipse((x, y + 7, x + 9, y + 16), colour)
        draw.ellipse((x + 9, y + 7, x + 18, y + 16), colour)
        draw.polygon([(x + 9, y + 8), (x + 5, y + 19), (x + 13, y + 19)], colour)
