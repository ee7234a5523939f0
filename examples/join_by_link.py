"""A player of one's own at a table of friends: python examples/join_by_link.py LINK NAME.

It takes a free seat and plays until the match is over; docs/protocol.md says how. It needs only `websockets`.
"""

import json
import random
import sys
from typing import Any
from urllib.parse import urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

from websockets.sync.client import ClientConnection, connect


def choose(socket: ClientConnection, message: dict[str, Any]) -> str:
    """A legal move: cards are added to a choice until it is one. Put a better player here."""
    choices = message["choices"]
    while not choices["moves"]:
        chosen = [*choices["chosen"], random.choice(choices["cards"])]
        socket.send(json.dumps({"type": "select", "version": message["version"], "cards": chosen}))
        while (choices := json.loads(socket.recv()))["type"] not in ("choices", "error"):
            pass
        if choices["type"] == "error" or not (choices["moves"] or choices["cards"]):  # begin again
            choices = message["choices"]
    return str(random.choice(choices["moves"])["text"])


def play(link: str, name: str) -> None:
    """Join by a link such as http://127.0.0.1:7777/join/KEY, and play the whole match."""
    address = urlsplit(link)
    cookies = HTTPCookieProcessor()
    browser = build_opener(cookies)

    def ask(path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        url = f"{address.scheme}://{address.netloc}/api{path}"
        return json.load(browser.open(Request(url, data, {"Content-Type": "application/json"})))

    ask("/session", {})
    key = address.path.rsplit("/", 1)[-1]
    seats = ask(f"/invitations/{key}")["table"]["seats"]
    free = next(seat["seat"] for seat in seats if seat["open"])
    table = ask(f"/invitations/{key}", {"seat": free, "name": name})["id"]
    session = "; ".join(f"{cookie.name}={cookie.value}" for cookie in cookies.cookiejar)
    url = f"{address.scheme.replace('http', 'ws')}://{address.netloc}/api/tables/{table}/socket"
    with connect(url, additional_headers={"Cookie": session}) as socket:
        socket.send('{"type": "hello"}')
        while (message := json.loads(socket.recv())).get("standing", {}).get("over") is not True:
            if message["type"] not in ("snapshot", "update"):
                continue
            answer = {"version": message["version"]}
            if message["standing"]["next_first"] is not None:
                socket.send(json.dumps({"type": "next_round", **answer}))
            elif message["choices"]["moves"] or message["choices"]["cards"]:
                socket.send(json.dumps({"type": "play", "move": choose(socket, message), **answer}))


if __name__ == "__main__":
    play(*sys.argv[1:])
