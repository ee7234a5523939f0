"""Whether a server that has only just started stands a burst: many ask at once for what is made in threads.

Each is forked from a process that has imported everything and done nothing: a start takes half a second.
"""

import asyncio
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import httpx
import typer
from rich.console import Console
from rich.progress import track

from bench.measure import machine
from sevenfold.book.lessons import load_lessons
from sevenfold.games import OWN_GAMES, package_of
from sevenfold.testing.running import Server


def steps() -> list[str]:
    """The address of the first step of each lesson of our own games."""
    return [
        f"/api/games/{game}/lessons/{lesson.lesson}/{lesson.steps[0].step}"
        for game in OWN_GAMES
        for lesson in load_lessons(package_of(game)).lessons
    ]


async def burst(url: str, asked: list[str]) -> Counter[str]:
    """Ask for all of these at once. Return how often there was which answer."""
    hello = {"made": [], "message": {"type": "hello"}}

    async def ask(http: httpx.AsyncClient, path: str) -> str:
        try:
            return str((await http.post(path, json=hello)).status_code)
        except httpx.HTTPError as error:
            return type(error).__name__

    async with httpx.AsyncClient(base_url=url, timeout=120) as http:
        return Counter(await asyncio.gather(*(ask(http, path) for path in asked)))


def run(
    starts: Annotated[int, typer.Option(help="How often the server is started.")] = 200,
    at_once: Annotated[int, typer.Option(help="How many ask at once.")] = 16,
) -> None:
    """Start a server again and again, and ask it for lessons as soon as it answers."""
    console = Console()
    console.print(machine())
    known = steps()
    asked = [known[number % len(known)] for number in range(at_once)]
    answers: Counter[str] = Counter()
    for _ in track(range(starts), "starts", console=console):
        with TemporaryDirectory() as folder:
            server = Server(Path(folder))
            answers += asyncio.run(burst(server.url, asked))
            server.kill()
    console.print(f"{starts} starts, {at_once} at once; answers: {dict(answers)}")


if __name__ == "__main__":
    typer.run(run)
