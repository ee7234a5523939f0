"""A game's texts: names, sentences and labels by key, in each language.

`texts/LANGUAGE.json` of a game maps keys to messages in ICU MessageFormat, which the client fills in:

- `name`, `tagline` and `aim`, for the start page;
- `preset.NAME`, `option.NAME` and `option.NAME.VALUE`, each with a `.help` that says what it changes;
- `violation.RULE`, with the values that a refusal gives: cards as `Q♥`, a suit by its name; its `.help` says
  in the rule book what is refused;
- `move.KIND`, what a button calls a move, and `log.KIND`, how the log tells it, with `cards`, `count`,
  `first` (the first card), `arg` and `suit` (what comes after the cards), and in the log `seat` and `you`;
  a move that has a name and no sentence is told by the events that it brings about;
- `event.KIND`, with `seat`, `you` (whether that seat is the viewer's), `cards`, `count`, `suit`, `move` and
  `scores`;
- `result.LINE`, the lines of a result that no event has, with `seat`, `you`, `cards`, `points`, `times` and
  `count`;
- `headline.LINE`, who won, above the result: the last line that has one tells the round, with the values of
  that line and `short`, by how much its `count` misses the mark of the bar; `headline.round` and
  `headline.match`, who won the round or the match where no line tells it, with `names`, `count` (of names)
  and `you`. All of them may be left out: the page has words of its own;
- `sum.LINE` and `sum.LINE.note`, a line of the result as part of a sum, whose figure, `count`, stands beside
  it; a line without them is told as its sentence. `sum.gain`, what the points of a round are, such as
  "Tricks you took", with `seat` and `you`; `sum.whose`, whose points the number is, where it is no seat's;
- `decided.CODE`, the moment that decided a round, with `seat`, `you`, `other`, `for_you` (whether that one is
  the viewer), `cards` and `count`;
- `reason.CODE`, why a move is hinted at, with `count` and `suit`, and `reason.loss`, what another `move`
  would cost, with `loss`;
- `points`, a `count` of what the game counts in, such as "4 tricks"; `decision.KIND`, the name of a decision
  at which a move of this kind was made, where that of its phase does not fit; `judged.KIND`, what a review
  says of such a move: `seat` (or `you`) `played` one, and `other` was better or, if `found`, worse. All of
  them may be left out;
- `field.NAME`, the label of what the game's own view shows; `field.NAME.VALUE` for a field whose value is a
  word;
- `phase.NAME`, what is asked of whoever acts; `phase.NAME.waits`, with `seat`, what the others read;
- `help` and `last_trick`, where the page's own words do not fit; `table.NAME`, what a table of the game's
  own says.
"""

from enum import StrEnum
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec

from sevenfold.errors import SevenfoldError


class Language(StrEnum):
    """The languages that texts and rules may be in: ours are in all, and a game has one at least."""

    EN = "en"
    ZH_HANS = "zh-Hans"
    JA = "ja"


class UnknownLanguage(SevenfoldError, LookupError):
    """A language that nothing is written in."""

    def __init__(self, language: str) -> None:
        super().__init__(f"there is no language {language!r}; the languages are {', '.join(Language)}")
        self.language = language


def read_language(text: str) -> Language:
    """The language of this tag: `en`, `zh-Hans` or `ja`. Raises UnknownLanguage."""
    try:
        return Language(text)
    except ValueError:
        raise UnknownLanguage(text) from None


def texts_path(package: str, language: Language) -> Traversable:
    """The file of a game's texts in a language, which it may not have."""
    return files(package) / "texts" / f"{language}.json"


def written_in(package: str) -> tuple[Language, ...]:
    """The languages that the game whose package is `game` has texts in.

    The first of them is read where there is no other; `README.md` and `GUIDE.md` are in it.

    >>> written_in("sevenfold.games.lockup")
    (<Language.EN: 'en'>, <Language.ZH_HANS: 'zh-Hans'>, <Language.JA: 'ja'>)
    """
    return tuple(language for language in Language if texts_path(package, language).is_file())


def load_texts(package: str, language: Language) -> dict[str, str]:
    """The texts of the game whose package is `game`, by key; in its first language where it has no others."""
    there = written_in(package)
    found = language if language in there else (*there, Language.EN)[0]
    return msgspec.json.decode(texts_path(package, found).read_bytes(), type=dict[str, str])
