"""The keys of a game's texts: what each says, and the values that it is given. docs/games.md shows them."""

from typing import NamedTuple

OF_MOVE = ("cards", "count", "first", "arg", "suit")
OF_LINE = ("seat", "names", "you", "cards", "points", "times", "count")
WON = ("names", "count", "you")


class Key(NamedTuple):
    """A key, or all that are written like it: words in capitals stand for a name of the game's own."""

    key: str
    says: str
    values: tuple[str, ...] = ()
    optional: bool = False
    """A game may have it and need not, or it needs it only for some of its names."""

    @property
    def prefix(self) -> str:
        """What all keys that are written like this begin with, such as `headline.`."""
        return next(
            (self.key[:at] for at, letter in enumerate(self.key) if letter.isupper()),
            self.key,
        )


KEYS = (
    Key("name", "what the game is called"),
    Key("tagline", "one sentence for the start page"),
    Key("aim", "what it is about, for the start page"),
    Key("preset.NAME", "what a preset is called; `preset.NAME.help` says what it changes"),
    Key("option.NAME", "what an option is called; `option.NAME.help` says what it changes"),
    Key("option.NAME.VALUE", "what a choice of it is called, with its `.help`"),
    Key(
        "violation.RULE",
        "why a move is refused, with the values that `details` gives: cards as `Q♥`, a suit by its name; its "
        "`.help` says in the rule book what is refused",
    ),
    Key("event.KIND", "what happened", ("seat", "you", "cards", "count", "suit", "move", "scores")),
    Key(
        "event.deal",
        "that a round begins, where the page's own words do not fit",
        ("seat", "you", "count"),
        True,
    ),
    Key(
        "result.LINE",
        "a line of a result that no event has. `names` are those of its `seat` or `seats`, and `you` says "
        "whether the viewer is one of them",
        OF_LINE,
    ),
    Key("field.NAME", "the label of what the game's own view shows"),
    Key("field.NAME.VALUE", "a field whose value is a word"),
    Key("phase.NAME", "what is asked of whoever acts"),
    Key("phase.NAME.waits", "what the others read meanwhile", ("seat",), True),
    Key("reason.CODE", "why a move is hinted at", ("count", "suit")),
    Key("reason.loss", "what another move would cost", ("move", "loss"), True),
    Key(
        "decided.CODE",
        "the moment that decided a round; `for_you`: whether `other` is the viewer",
        ("seat", "you", "other", "for_you", "cards", "count"),
    ),
    Key(
        "move.KIND",
        "what a button calls a move; every kind has one but a plain play. `first` is the first card, `arg` "
        "and `suit` what comes after the cards",
        OF_MOVE,
        True,
    ),
    Key(
        "log.KIND",
        "how the log tells a move; one that has a name and no sentence is told by the events that it brings "
        "about",
        ("seat", "you", *OF_MOVE),
        True,
    ),
    Key(
        "headline.LINE",
        "who won, above the result: the last line that has one tells the round. `short` is by how much its "
        "`count` misses the mark of the bar",
        (*OF_LINE, "short"),
        True,
    ),
    Key("headline.round", "who won the round, where no line tells it; `count` is of names", WON, True),
    Key("headline.match", "who won the match", WON, True),
    Key(
        "sum.LINE",
        "a line as part of a sum, whose figure, `count`, stands beside it, with its `.note`",
        OF_LINE,
        True,
    ),
    Key("sum.gain", 'what the points of a round are, such as "Tricks you took"', ("seat", "you"), True),
    Key("sum.whose", "whose points the big number is, where it is no seat's", (), True),
    Key("points", 'a number of what the game counts in, such as "4 tricks"', ("count",), True),
    Key(
        "decision.KIND",
        "the name of a decision at which such a move was made, where that of its phase does not fit",
        (),
        True,
    ),
    Key(
        "judged.KIND",
        "what a review says of such a move: `seat` or `you` `played` one, and `other` was better or, if "
        "`found`, worse",
        ("seat", "you", "played", "other", "found"),
        True,
    ),
    Key("help", "how cards are chosen, where the page's own words do not fit", (), True),
    Key("last_trick", "what is shown in place of the last trick, such as a discard pile", (), True),
    Key("table.NAME", "what a table of the game's own says", (), True),
)
