"""The golden logs of a game: records that a later change of its rules must not alter."""

import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from sevenfold.book.texts import Language, load_texts
from sevenfold.core.legal import legal_moves
from sevenfold.core.log import read_seat
from sevenfold.core.options import written_options
from sevenfold.core.records import Record, begun, read_records
from sevenfold.games import examples_folder, load_game, load_meta, package_of
from sevenfold.scaffold import places

SEED, ROUNDS = 43, 4

README = """\
# Golden logs of {title}

Rounds by the rules of version {version}, kept so that a change of what an old log comes out as is seen. A
test replays each, compares it byte for byte, and runs the commands below again. Where a log must change, the
rules version goes up (`meta.py`), and the files are made again by the same commands.

{commands}
"""


def make_golden(name: str) -> list[Path]:
    """A file of records for each preset, and how it was made; nothing where there are some, or of a draft.

    Raises UnknownGame.
    """
    meta, folder = load_meta(name), examples_folder(name) / "golden"
    if meta.draft or list(folder.glob("*.jsonl")):
        return []
    folder.mkdir(parents=True, exist_ok=True)
    commands = [
        f"sevenfold simulate {name} --preset {preset} --rounds {ROUNDS} --seed {SEED} "
        f"--record {preset}-{SEED}.jsonl"
        for preset in meta.presets
    ]
    for command in commands:
        run = [sys.executable, "-c", "from sevenfold.cli import main; main()", *shlex.split(command)[1:]]
        subprocess.run(run, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    title = load_texts(package_of(name), Language.EN)["name"]
    listed = "\n".join(f"    {command}" for command in commands)
    (folder / "README.md").write_text(
        README.format(title=title, version=meta.rules_version, commands=listed), encoding="utf-8"
    )
    return sorted(folder.iterdir())


def played_again(record: Record) -> Record:
    """The record as it is written when its round is played again."""
    game = load_game(record.game)
    match = begun(game, record)
    dealt, write = match.round.beginning.dealt, game.notation.write
    moves: list[tuple[str, str]] = []
    legal: list[list[str] | None] = []
    recorded = record.legal or [None] * len(record.moves)
    for (word, text), chosen_from in zip(record.moves, recorded, strict=True):
        seat = read_seat(word, record.players)
        listed = chosen_from is not None
        legal.append(
            [write(choice) for choice in legal_moves(game.rules, match.state, seat)] if listed else None
        )
        moves.append((word, write(match.play_text(seat, text).move)))
    return Record(
        game=game.meta.name,
        rules=game.meta.rules_version,
        options=written_options(match.options),
        players=match.players,
        first=match.round.first,
        round=record.round,
        scores=record.scores,
        carried=record.carried,
        deal=dealt.deal,
        rest=dealt.rest,
        moves=moves,
        legal=legal if record.legal else msgspec.UNSET,
        result=list(match.standing.result or ()),
    )


WAY_OUT = "raise rules_version in meta.py and make the log again (golden/README.md), or mend the rules"


def altered(name: str) -> Iterator[str]:
    """The golden logs that come out otherwise now, a sentence for the first round of each file that does."""
    for file in sorted(examples_folder(name).glob("golden/*.jsonl")):
        told = ((line, _otherwise(record)) for line, record in read_records(file))
        for line, what in filter(lambda each: each[1], told):
            yield f"{places.shown(file, line)}: {what}; {WAY_OUT}"
            break


def _otherwise(record: Record) -> str:
    """What comes out otherwise when a record is played again; "" for nothing."""
    try:
        again = played_again(record)
    except Exception as error:  # whatever the rules say now
        return f"it cannot be played any more: {type(error).__name__}: {error}"
    for field in record.__struct_fields__:
        was, now = getattr(record, field), getattr(again, field)
        if was == now:
            continue
        if field == "legal" and was and now:
            number = next(index for index, one in enumerate(was) if one != now[index])
            return f"before move {number + 1} there were {was[number]} to choose from, and are {now[number]}"
        return f"{field} was {was}, and is {now}"
    return ""
