"""Print the JSON Schema of everything that client and server say.

`python -m sevenfold.server.protocol.schema GAME...` prints it, with the views of these games. The client's
TypeScript types are generated from it, with the views of the games that have a table of their own: the plain
table needs no type, so a game without one changes nothing there.
"""

import inspect
import sys
from collections.abc import Collection, Iterable
from typing import Any, get_type_hints

import msgspec

from sevenfold.book.glossary import Word
from sevenfold.book.guide import Guide
from sevenfold.book.rulebook import RuleBook
from sevenfold.core.views import View
from sevenfold.games import OWN_GAMES, load_game
from sevenfold.server.protocol import (
    boards,
    door,
    events,
    from_client,
    from_server,
    http,
    lessons,
    limits,
    notices,
    practice,
    replay,
    reports,
    reviews,
    sessions,
    table,
    today,
    words,
)

FROM_CLIENT = (
    from_client.ClientMessage,
    http.NewTable,
    http.Rename,
    http.Join,
    http.Return,
    http.QrText,
    lessons.LessonTry,
    practice.PracticeTry,
    replay.OpenRecord,
    replay.WhatIf,
    replay.PlayOn,
    boards.PlayAgain,
    boards.OfferCards,
    boards.TakeCards,
    today.PlayDay,
    events.NewEvent,
    events.JoinEvent,
    events.AnswerAsking,
    events.PlayEvent,
    events.EndRound,
    reviews.AskReview,
    reviews.TryAgain,
    reports.ReportTable,
    reports.ReportRound,
    sessions.AnswerBrowser,
    sessions.AskBrowser,
    sessions.UseKey,
    door.SayWord,
    door.NewIntroduction,
    door.ComeIn,
)
FROM_SERVER = (
    from_server.ServerMessage,
    http.GameInfo,
    RuleBook,
    Guide,
    Word,
    table.TableInfo,
    table.ListedTable,
    http.SessionInfo,
    notices.HostNotice,
    http.Invitation,
    http.OpenTable,
    sessions.Me,
    door.DoorInfo,
    door.OwnIntroduction,
    door.ShownIntroduction,
    sessions.BrowserLink,
    sessions.OpenBrowserLink,
    sessions.BrowserInvitation,
    sessions.PersonKey,
    http.QrCode,
    http.Network,
    lessons.LessonBook,
    lessons.LessonAnswer,
    practice.PracticeAnswer,
    events.EventInfo,
    events.EventAdvice,
    events.EventList,
    replay.Replay,
    replay.RoundLink,
    today.Day,
    replay.Branch,
    boards.Compared,
    boards.CardsLink,
    boards.OfferedCards,
    reviews.ReviewState,
    reviews.TriedAgain,
    reports.MomentReport,
    words.WordsPage,
)


def view_types(games: Collection[str]) -> list[type[View]]:
    """The view of each of these games, in the order in which all games are listed."""
    return [get_type_hints(load_game(name).view.show)["return"] for name in OWN_GAMES if name in games]


def schema(games: Collection[str]) -> dict[str, Any]:
    """One schema with a definition for each type, and for the unions ClientMessage and ServerMessage.

    Of the views it has those of these games. `limits` are no part of the schema: how long a text may be.
    """
    (client_message, *_), from_client = msgspec.json.schema_components(FROM_CLIENT)
    (server_message, *_), from_server = msgspec.json.schema_components((*FROM_SERVER, *view_types(games)))
    for definition in from_server.values():
        if "properties" in definition:  # an enum has none
            # a client may leave out a field with a default; the server never does
            definition["required"] = list(definition["properties"])
    from_server["View"]["properties"]["game"] = {"type": "string"}
    _extend(from_server, (*FROM_SERVER, *view_types(games)))
    definitions = {**from_client, **from_server}
    for definition in definitions.values():
        _tidy(definition)
    definitions["ClientMessage"] = {"title": "ClientMessage", "anyOf": client_message["anyOf"]}
    definitions["ServerMessage"] = {"title": "ServerMessage", "anyOf": server_message["anyOf"]}
    return {
        "title": "Protocol",
        "description": "Every type that client and server share, by its name.",
        "type": "object",
        "properties": {name: {"$ref": f"#/$defs/{name}"} for name in definitions},
        "required": list(definitions),
        "$defs": definitions,
        "limits": {name: value for name, value in vars(limits).items() if name.isupper()},
    }


def _extend(definitions: dict[str, Any], types: Iterable[object]) -> None:
    """Have the definition of a struct say only what its nearest base that is defined too does not say."""
    for kind in types:
        if not isinstance(kind, type):  # a union
            continue
        base = next((base.__name__ for base in kind.__mro__[1:] if base.__name__ in definitions), None)
        if base is None:
            continue
        definition, known = definitions[kind.__name__], definitions[base]["properties"]
        fields = definition["properties"]
        definition["properties"] = {name: fields[name] for name in fields if fields[name] != known.get(name)}
        definition["required"] = list(definition["properties"])
        definition["extends"] = {"$ref": f"#/$defs/{base}"}


def _tidy(definition: dict[str, Any]) -> None:
    """Adapt to TypeScript: tuples in the older form, descriptions not indented, no examples in Python."""
    definition["description"] = inspect.cleandoc(definition["description"]).partition("\n\n>>>")[0]
    for field in definition.get("properties", {}).values():
        if "prefixItems" in field:
            field["items"] = field.pop("prefixItems")


def main() -> None:
    """Print the schema with the views of the games that the command line names."""
    text = msgspec.json.format(msgspec.json.encode(schema(sys.argv[1:])), indent=2)
    sys.stdout.write(text.decode() + "\n")


if __name__ == "__main__":
    main()
