"""How long replays take to come while somebody asks many what-ifs at once, which bots play on at Hard."""

import asyncio
from time import perf_counter
from typing import Annotated

import httpx
import typer

from bench.reviews import COMPILED_WITHIN, LOOK_EVERY, Asker
from bench.served import BenchServer, Setup
from bench.visitors import in_ms

SIDES = ("0", "1", "2", "3", "watch", "open")
"""A round as each side knew it is shown anew once, and then kept."""


class Viewer(Asker):
    """A person who looks at rounds."""

    async def replays(self) -> list[float]:
        """The seconds that each replay of each side took, one after the other."""
        took = []
        async with self._http() as http:
            for round_id in self._rounds:
                for side in SIDES:
                    began = perf_counter()
                    (await http.get(f"/api/rounds/{round_id}", params={"from": side})).raise_for_status()
                    took.append(perf_counter() - began)
        return took

    async def what_ifs(self, count: int) -> list[int]:
        """Try so many other moves at the first decision of a round at once. Return the statuses."""
        path = f"/api/rounds/{self._rounds[0]}/what-if"
        asked = {"at": 0, "from": "open", "bots": "hard"}
        async with self._http() as http:
            hello = (await http.post(path, json=asked | {"message": {"type": "hello"}})).json()["answer"]
            moves = [each["text"] for each in hello["choices"]["moves"]] or hello["choices"]["cards"]
            play = {"type": "play", "version": hello["version"]}
            return await asyncio.gather(
                *(
                    self._try(http, path, asked | {"message": play | {"move": moves[n % len(moves)]}})
                    for n in range(count)
                )
            )

    async def until_searched(self) -> None:
        """Wait until there is machine code for the bots."""
        table = self._rounds[0].partition(".")[0]
        async with self._http() as http, asyncio.timeout(COMPILED_WITHIN):
            while (await http.get(f"/api/tables/{table}")).json()["search"] != "ready":  # noqa: ASYNC110
                await asyncio.sleep(LOOK_EVERY)

    async def _try(self, http: httpx.AsyncClient, path: str, asked: dict[str, object]) -> int:
        return (await http.post(path, json=asked)).status_code


async def measure(server: BenchServer, game: str, rounds: int, what_ifs: int) -> None:
    """Show the times without and with what-ifs."""
    alone, beside, asker = (Viewer(server.door) for _ in range(3))
    for each, wanted in ((alone, rounds), (beside, rounds), (asker, 1)):
        await each.play(game, wanted)
    await asker.until_searched()
    print(f"replays alone: {in_ms(await alone.replays())}")
    asking = asyncio.create_task(asker.what_ifs(what_ifs))
    await asyncio.sleep(0.1)
    print(f"replays beside {what_ifs} what-ifs: {in_ms(await beside.replays())}")
    began = perf_counter()
    statuses = await asking
    print(f"what-ifs answered {perf_counter() - began:.1f} s after the replays: {sorted(set(statuses))}")


def main(
    game: str = "seven_bridge",
    rounds: Annotated[int, typer.Option(min=1, help="that are looked at")] = 5,
    what_ifs: Annotated[int, typer.Option(min=1)] = 60,
) -> None:
    """Look at rounds while somebody asks what if."""
    with BenchServer(Setup(game=game, compile=True)) as server:
        asyncio.run(measure(server, game, rounds, what_ifs))


if __name__ == "__main__":
    typer.run(main)
