"""The first golden logs of a game: records that a later change of its rules must not alter."""

import shlex
import subprocess
import sys
from pathlib import Path

from sevenfold.book.texts import Language, load_texts
from sevenfold.games import examples_folder, load_meta, package_of

SEED, ROUNDS = 43, 4

README = """\
# Golden logs of {title}

Rounds by the rules of version {version}, kept so that a change of what an old log comes out as is seen. A
test replays each, compares it byte for byte, and runs the commands below again. Where a log must change, the
rules version goes up (`meta.py`), and the files are made anew by the same commands.

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
