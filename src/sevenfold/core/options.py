"""Table options: typed values with a default each, read from words and described for people and pages."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from sevenfold.errors import SevenfoldError


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """The options of a game; a game's own struct has a field for each, typed by its range.

    A field is `Annotated[Literal[...], ruled("LU-3.2")]`, or an int with `ruled("LU-6.2", ge=1, le=200)`.

    >>> import sevenfold
    >>> game = sevenfold.load_game("lockup")
    >>> game.meta.make_options(None, {"target": 30})
    LockupOptions(picture_club='same_rank', lockup_loss='each_trick', target=30)
    """


O = TypeVar("O", bound=Options)  # noqa: E741


def ruled(
    rule: str,
    *,
    ge: int | None = None,
    le: int | None = None,
    multiple_of: int | None = None,
    later: bool = False,
) -> msgspec.Meta:
    """The number of the rule that an option belongs to, and the bounds of a numeric option.

    `later` is for an option that came once logs had been written: logs name it where it differs from its
    default, so those without it stay as they were, byte for byte.
    """
    return msgspec.Meta(extra={"rule": rule, "later": later}, ge=ge, le=le, multiple_of=multiple_of)


class OptionSpec(msgspec.Struct, frozen=True):
    """What values an option takes: one of `choices`, or a number from `minimum` to `maximum`."""

    name: str
    rule: str
    default: str | int
    choices: tuple[str | int, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    multiple_of: int | None = None
    later: bool = False

    @property
    def range(self) -> str:
        """The values in words, as in `any | same_rank` or `1 to 200`."""
        if self.choices:
            return " | ".join(str(choice) for choice in self.choices)
        steps = f" in steps of {self.multiple_of}" if self.multiple_of else ""
        return f"{self.minimum} to {self.maximum}{steps}"


class OptionError(SevenfoldError, ValueError):
    """An option that the game does not have, or a value out of its range.

    >>> import sevenfold
    >>> game = sevenfold.load_game("lockup")
    >>> sevenfold.new_match(game, seed=7, options={"target": 0})
    Traceback (most recent call last):
        ...
    sevenfold.OptionError: target=0: target takes 1 to 200
    """

    def __init__(self, name: str, value: object, range_: str, known: tuple[str, ...]) -> None:
        way_out = f"takes {range_}" if range_ else f"is no option; the options are {', '.join(known)}"
        super().__init__(f"{name}={value}: {name} {way_out}")
        self.name = name
        self.value = value
        self.range = range_


@cache
def describe(options: type[Options]) -> tuple[OptionSpec, ...]:
    """What each option of a game takes, in the order of declaration; choices with the default first."""
    hints = get_type_hints(options, include_extras=True)
    return tuple(_spec(field, hints[field.name]) for field in msgspec.structs.fields(options))


def _spec(field: msgspec.structs.FieldInfo, hint: Any) -> OptionSpec:
    values, meta = get_args(hint)
    rule, later = meta.extra["rule"], meta.extra["later"]
    if get_origin(values) is Literal:
        return OptionSpec(field.name, rule, field.default, get_args(values), later=later)
    return OptionSpec(field.name, rule, field.default, (), meta.ge, meta.le, meta.multiple_of, later)


def written_options(options: Options) -> dict[str, str | int]:
    """The options as logs and records name them: all but those that came later and have their default."""
    values: dict[str, str | int] = msgspec.to_builtins(options)
    for spec in describe(type(options)):
        if spec.later and values[spec.name] == spec.default:
            del values[spec.name]
    return values


def read_options(options: type[O], values: Mapping[str, object]) -> O:
    """Make options of words and numbers; what is not named has its default. Raises OptionError.

    YAML reads `yes` and `no` as true and false; they are taken as written.
    """
    specs = {spec.name: spec for spec in describe(options)}
    read: dict[str, Any] = {}
    for name, value in values.items():
        if name not in specs:
            raise OptionError(name, value, "", tuple(specs))
        read[name] = _value(options, specs[name], value)
    return options(**read)


def _value(options: type[Options], spec: OptionSpec, value: object) -> str | int:
    if isinstance(value, bool):
        value = "yes" if value else "no"
    words = {str(choice): choice for choice in spec.choices}
    if spec.choices and str(value) in words:
        return words[str(value)]
    try:
        checked = msgspec.convert({spec.name: value}, options, strict=False)
    except msgspec.ValidationError:
        raise OptionError(spec.name, value, spec.range, ()) from None
    number: str | int = getattr(checked, spec.name)
    return number
