"""The tables of the database.

A table of the card room is a row of `tables`; its `log` is the truth, from which the match is replayed.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

TIME = "ms since 1970, UTC"

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

server = Table(
    "server",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("id", String(16), nullable=False),
    Column("secret", LargeBinary(32), comment="secret: the deals of each day follow from it"),
)
"""One row, with the server's own id, which its cookies carry: a browser sends them to all ports of a host."""

persons = Table(
    "persons",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(24)),
    Column("key_hash", LargeBinary(32), unique=True, comment="of the key written down"),
    sqlite_autoincrement=True,
)
"""Persons. No number is given twice: work that was begun for somebody befalls nobody who comes later."""

sessions = Table(
    "sessions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person_id", ForeignKey(persons.c.id, ondelete="CASCADE"), nullable=False, index=True),
    Column("token_hash", LargeBinary(32), nullable=False, unique=True),
    Column("next_hash", LargeBinary(32), unique=True, comment="of a token that was offered"),
    Column("created", BigInteger, comment=f"{TIME}; null where it is not known"),
    Column("used", BigInteger, nullable=False, comment=f"{TIME}; to the hour"),
    Column("expires", BigInteger, nullable=False, comment=TIME),
    Column("browser", String(16), comment="its code"),
    Column("system", String(16), comment="its code"),
    sqlite_autoincrement=True,
)
"""A person's browsers. No number is given twice: processes remember those that have ended."""

browser_links = Table(
    "browser_links",
    metadata,
    Column("session_id", ForeignKey(sessions.c.id, ondelete="CASCADE"), primary_key=True),
    Column("key_hash", LargeBinary(32), nullable=False, unique=True),
    Column("expires", BigInteger, nullable=False, comment=TIME),
    Column("asks", Integer, comment="the session that asks to be attached"),
    Column("token_hash", LargeBinary(32), comment="of the token that it was given for that"),
    Column("brings", Boolean, nullable=False, server_default="0", comment="its seats and results"),
    Column("answer", Boolean, comment="whether it was attached"),
)
"""Links by which another browser asks to become the person's; a session has one at most."""

person_links = Table(
    "person_links",
    metadata,
    Column("person_id", ForeignKey(persons.c.id, ondelete="CASCADE"), primary_key=True),
    Column("key_hash", LargeBinary(32), nullable=False, unique=True),
    Column("expires", BigInteger, nullable=False, comment=TIME),
)
"""Links that give a person back, made on the server's own machine; a person has one at most."""

introductions = Table(
    "introductions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("key", String(32), nullable=False, unique=True, comment="secret: who has it may come in"),
    Column(
        "maker_id",
        ForeignKey(persons.c.id, ondelete="SET NULL"),
        index=True,
        comment="null: the server's host, or somebody who was deleted",
    ),
    Column("made", BigInteger, nullable=False, comment=TIME),
    Column("expires", BigInteger, nullable=False, comment=TIME),
    Column("once", Boolean, nullable=False, comment="it lets one person in"),
    Column("came", Integer, nullable=False, server_default="0", comment="how many have come in by it"),
)
"""Links by which somebody lets others into the card room."""

admissions = Table(
    "admissions",
    metadata,
    Column("person_id", ForeignKey(persons.c.id, ondelete="CASCADE"), primary_key=True),
    Column("at", BigInteger, nullable=False, comment=TIME),
    Column("word", LargeBinary(32), comment="the word that they said, by argon2; null: in for good"),
    Column("introduction_id", ForeignKey(introductions.c.id), index=True, comment="by which they came"),
)
"""Persons who were let in: for good, or for as long as a word is the server's."""

forgetting = Table(
    "forgetting",
    metadata,
    Column("person_id", ForeignKey(persons.c.id, ondelete="CASCADE"), primary_key=True),
    Column("since", BigInteger, nullable=False, comment=TIME),
)
"""Persons who have deleted their data and may still have seats: what is left to do for them."""

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("rules", Integer, nullable=False, comment="version of the rules"),
    Column("options", Text, nullable=False, comment="JSON"),
    Column("players", Integer, nullable=False),
    Column("seed", LargeBinary(32), nullable=False, comment="secret: all chance follows from it"),
    Column("pace", Integer, nullable=False, comment="ms"),
    Column("created", BigInteger, nullable=False, comment=TIME),
    Column("standing", Text, nullable=False, comment="JSON; follows from the log, kept for lists"),
    Column("over", Boolean, nullable=False, server_default="0", comment="the match is; of the standing"),
    Column("waits_for", Integer, nullable=False, server_default="0", comment="seats as bits; kept for lists"),
    Column("edition", Integer, nullable=False, server_default="0", comment="counts changes"),
    Column("started", Boolean, nullable=False, server_default="1"),
    Column("host", Integer, comment="seat"),
    Column("settings", Text, nullable=False, server_default="{}", comment="JSON"),
    Column("link", String(32), index=True, unique=True, comment="secret: who has it may take a seat"),
    Column("code", String(9), index=True, unique=True, comment="the same, to be said aloud"),
    Column("code_ends", BigInteger, nullable=False, server_default="0", comment=TIME),
    Column("watch_link", String(32), index=True, unique=True, comment="secret: who has it may watch"),
    Column("pause", Text, comment="JSON"),
    Column("rematch", String(16), comment="id of a table"),
    Column("request", Text, comment="JSON"),
    Column("ready", Text, comment="JSON"),
    Column("host_away", BigInteger, comment=TIME),
    Column("waits_since", BigInteger, nullable=False, server_default="0", comment=TIME),
    Column("barred_faces", Text, nullable=False, server_default="[]", comment="JSON"),
    Column("pseudonym_key", String(32), nullable=False, server_default="", comment="secret: names persons"),
    Column("seen_to", Integer, nullable=False, server_default="0", comment="seq that others could see"),
    Column("pauses", Text, nullable=False, server_default="[]", comment="JSON: how often, by seat"),
    Column("promise", String(64), comment="of its deals, told before the first; null where there is none"),
    Column("terms", Text, comment="mixed into its deals, from the first on"),
    Column("branched_from", Text, comment="JSON: where its match began, if not with its own deal"),
    Column("board", String(16), index=True, comment="id of the board that is played there"),
    Column("event", String(32), comment="secret: id of the event to which that board belongs"),
)

boards = Table(
    "boards",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("kind", String(8), nullable=False, comment="again, day, event or evening"),
    Column("game", String(32), nullable=False),
    Column("rules", Integer, nullable=False, comment="version of the rules"),
    Column("options", Text, nullable=False, comment="JSON"),
    Column("players", Integer, nullable=False),
    Column("seed", LargeBinary(32), nullable=False, comment="secret: its chance follows from it"),
    Column("dealt", Text, nullable=False, comment="JSON, secret: the deal as a log has it"),
    Column("round", Integer, nullable=False),
    Column("scores", Text, nullable=False, server_default="[]", comment="JSON: totals before it"),
    Column("carried", Text, nullable=False, server_default="[]", comment="JSON: what its match carried on"),
    Column("bots", String(32), nullable=False, comment="the level at all other seats"),
    Column("table_id", String(16), comment="of the round that it was made from; may be gone"),
    Column("deal", Integer, comment="of that round"),
    Column("deal_id", String(32), nullable=False, index=True, comment="the same wherever its cards lie"),
    Column("created", BigInteger, nullable=False, comment=TIME),
    Column("closes", BigInteger, comment=TIME),
    Column("pseudonym_key", String(32), nullable=False, server_default="", comment="secret: names persons"),
    UniqueConstraint("table_id", "deal"),
)
"""Deals that several may play, each at a table of their own."""

_OPEN = text("ended IS NULL")

results = Table(
    "results",
    metadata,
    Column("board_id", ForeignKey(boards.c.id, ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("table_id", String(16), primary_key=True, comment="may be gone"),
    Column("person_id", ForeignKey(persons.c.id, ondelete="SET NULL"), index=True),
    Column("bot", String(32), comment="that has the seat on an evening"),
    Column("name", String(24), comment="of the person, at this table"),
    Column("number", Integer, nullable=False, comment="of the person's tries, from 1"),
    Column("counts", Boolean, nullable=False, comment="the cards were new to them, and it ended in time"),
    Column("begun", BigInteger, nullable=False, comment=TIME),
    Column("ended", BigInteger, comment=TIME),
    Column("result", Integer),
    Column("given_up", Boolean, nullable=False, server_default="0", comment="bots have played it on"),
    UniqueConstraint("board_id", "person_id", "number"),
    Index("ix_results_open", "table_id", sqlite_where=_OPEN, postgresql_where=_OPEN),
    sqlite_with_rowid=False,
)
"""To whom boards were dealt, and what they brought. It outlives tables, and people: then it names nobody."""

seen = Table(
    "seen",
    metadata,
    Column("person_id", ForeignKey(persons.c.id, ondelete="CASCADE"), primary_key=True),
    Column("deal_id", String(32), primary_key=True, index=True),
    Column("at", BigInteger, nullable=False, comment=f"{TIME}: the first time"),
    sqlite_with_rowid=False,
)
"""Who has seen which deals: they were dealt to them, or they were shown them."""

board_links = Table(
    "board_links",
    metadata,
    Column("board_id", ForeignKey(boards.c.id, ondelete="CASCADE"), primary_key=True),
    Column("person_id", ForeignKey(persons.c.id, ondelete="CASCADE"), primary_key=True, index=True),
    Column("seat", Integer, primary_key=True),
    Column("key", String(32), nullable=False, index=True, unique=True, comment="secret: who has it may play"),
)
"""Links by which others play a board, at most one for each seat and person."""

day_boards = Table(
    "day_boards",
    metadata,
    Column("day", String(10), primary_key=True, comment="ISO 8601"),
    Column("game", String(32), primary_key=True),
    Column("number", Integer, primary_key=True, comment="from 1"),
    Column("board_id", ForeignKey(boards.c.id, ondelete="CASCADE"), nullable=False, index=True),
)
"""Which boards are the deals of which day."""

events = Table(
    "events",
    metadata,
    Column("id", String(32), primary_key=True, comment="secret: who has it may join"),
    Column("name", String(40), nullable=False),
    Column("host_id", ForeignKey(persons.c.id, ondelete="SET NULL"), index=True),
    Column("kind", String(16), nullable=False, comment="own_time or evening"),
    Column("movement", String(16), comment="of an evening: individual or teams"),
    Column("game", String(32), nullable=False),
    Column("rules", Integer, nullable=False, comment="version of the rules"),
    Column("options", Text, nullable=False, comment="JSON"),
    Column("players", Integer, nullable=False),
    Column("bots", String(32), nullable=False, comment="their level"),
    Column("listed", Boolean, nullable=False),
    Column("pseudonym_key", String(32), nullable=False, comment="secret: names persons"),
    Column("created", BigInteger, nullable=False, comment=TIME),
    Column("begun", BigInteger, comment=TIME),
    Column("closes", BigInteger, comment=TIME),
    Column("minutes", Integer, comment="clock of a round of an evening"),
    Column("round", Integer, nullable=False, server_default="0", comment="of an evening, from 1"),
    Column("round_since", BigInteger, comment=TIME),
    Column("team_names", Text, comment="JSON: of both; null for none"),
    Column("clock", String(8), comment="of an evening, for each decision"),
    Column("starts", BigInteger, comment=f"as its invitation says, {TIME}"),
    Column("host_seen", BigInteger, comment=TIME),
    Column("host_away", BigInteger, comment=f"since when others are there without them, {TIME}"),
)
"""The same boards for several: at one's own time, or all on one evening."""

event_boards = Table(
    "event_boards",
    metadata,
    Column("event_id", ForeignKey(events.c.id, ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, comment="from 1"),
    Column("board_id", ForeignKey(boards.c.id, ondelete="CASCADE"), nullable=False, index=True, unique=True),
)
"""Which boards an event has."""

event_people = Table(
    "event_people",
    metadata,
    Column("event_id", ForeignKey(events.c.id, ondelete="CASCADE"), primary_key=True),
    Column("person_id", ForeignKey(persons.c.id, ondelete="CASCADE"), primary_key=True, index=True),
    Column("name", String(24)),
    Column("joined", BigInteger, nullable=False, comment=TIME),
    Column("gone", BigInteger, comment=TIME),
    Column("removed", Boolean, nullable=False, comment="by the host: they cannot come back"),
    Column("team", Integer),
    Column("here", BigInteger, comment=f"when they last said that they are, {TIME}"),
    Column("seen", BigInteger, comment=TIME),
    Column("second", BigInteger, comment=f"since when they may stand in for the host, {TIME}"),
    Column("in_place_of", Integer, comment="person whose place they have, or ask for while gone"),
)
"""Who takes part in an event."""

event_tables = Table(
    "event_tables",
    metadata,
    Column("event_id", ForeignKey(events.c.id, ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True, comment="from 1"),
    Column("table_number", Integer, primary_key=True, comment="from 1"),
    Column("number", Integer, nullable=False, comment="of the board"),
    Column("table_id", String(16), nullable=False, comment="may be gone"),
)
"""Which tables an evening has."""

board_bots = Table(
    "board_bots",
    metadata,
    Column("board_id", ForeignKey(boards.c.id, ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("level", String(32), primary_key=True),
    Column("result", Integer, nullable=False),
    Column("line", Text, nullable=False, comment="JSON: the moves of the seat"),
)
"""What bots of other levels make of boards, for comparison."""

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey(tables.c.id, ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person_id", ForeignKey(persons.c.id), index=True),
    Column("bot", String(32), comment="name of the player that plays this seat"),
    Column("name", String(24), comment="of the person, at this table"),
    Column("since", BigInteger, nullable=False, server_default="0", comment=TIME),
    Column("told", Integer, nullable=False, server_default="0", comment="seq the person was told of"),
    Column("substitute", Boolean, nullable=False, server_default="0"),
    Column("shows_hand", Boolean, nullable=False, server_default="0", comment="of older versions"),
    Column("salt", String(32), comment="of the person, until it is in the terms"),
    Column("away", BigInteger, comment=f"{TIME}; null while the person is there"),
    Column("asked_for", BigInteger, nullable=False, server_default="0", comment=TIME),
    Column("hand_of", String(16), comment="the person who has left, and whose hand a bot plays on"),
)

members = Table(
    "members",
    metadata,
    Column("table_id", ForeignKey(tables.c.id, ondelete="CASCADE"), primary_key=True),
    Column("person_id", ForeignKey(persons.c.id, ondelete="CASCADE"), primary_key=True, index=True),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer, comment="that is theirs, or is to be"),
    Column("since", BigInteger, nullable=False, server_default="0", comment=TIME),
    Column("name", String(24), comment="of a spectator, at this table"),
    Column("looks", Integer, nullable=False, server_default="0", comment="seats that show them their hand"),
    Column("played", Integer, comment="the seat for which they have played in this match"),
    Column("hands", Integer, nullable=False, server_default="0", comment="seats whose hands they saw"),
    Column("deal", Integer, nullable=False, server_default="0", comment="the deal in which they did"),
    Column("agreed", Integer, nullable=False, server_default="0", comment="seats that believe who asks"),
)
"""Persons at a table besides those of `seats`: spectators, who was removed, who has left, who says that a
seat is theirs, who is to have one.
"""

waits = Table(
    "waits",
    metadata,
    Column("table_id", ForeignKey(tables.c.id, ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("move", String(16), comment="deal.number for which time was last given"),
    Column("asked", BigInteger, nullable=False, comment=f"{TIME}; 0 while the clock stands"),
    Column("used", BigInteger, nullable=False, comment="ms of the bank, for other moves"),
    Column("spent", BigInteger, nullable=False, server_default="0", comment="ms for this move"),
)
"""For whom a table waits, if it has clocks or does not wait for ever. Deadlines follow from these rows."""

tenures = Table(
    "tenures",
    metadata,
    Column("table_id", ForeignKey(tables.c.id, ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("seq", Integer, primary_key=True, comment="the first log entry that may be theirs"),
    Column("person_id", ForeignKey(persons.c.id, ondelete="SET NULL"), index=True),
    Column("bot", String(32)),
    Column("name", String(24), comment="of the person, at this table"),
)
"""Who sat where, and from when on (`Tenure`): so that a replay can say who played what."""

round_links = Table(
    "round_links",
    metadata,
    Column("table_id", ForeignKey(tables.c.id, ondelete="CASCADE"), primary_key=True),
    Column("deal", Integer, primary_key=True),
    Column("person_id", ForeignKey(persons.c.id, ondelete="CASCADE"), primary_key=True, index=True),
    Column("key", String(32), nullable=False, index=True, unique=True, comment="secret: who has it may look"),
    Column("seat", Integer, comment="of whoever made it"),
)
"""Links to finished rounds, at most one for each round and person; they never end by themselves."""

kept_rounds = Table(
    "kept_rounds",
    metadata,
    Column("table_id", ForeignKey(tables.c.id, ondelete="CASCADE"), primary_key=True),
    Column("deal", Integer, primary_key=True),
    Column("ends", Integer, nullable=False, comment="seq of its last log entry"),
    Column("summary", Text, nullable=False, comment="JSON"),
    Column("shown", LargeBinary, nullable=False, comment="compressed JSON"),
)
"""What each viewer was shown of a finished round: it stays readable when the rules change."""

not_kept = Table(
    "not_kept",
    metadata,
    Column("table_id", ForeignKey(tables.c.id, ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, nullable=False, comment="of the log entry that ended a round"),
)
"""Tables with a finished round that is still to be kept, written with its end."""

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", ForeignKey(tables.c.id, ondelete="CASCADE"), primary_key=True),
    Column("deal", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("known", Boolean, primary_key=True),
    Column("engine", String(32), primary_key=True, comment="by what it is judged"),
    Column(
        "person_id", ForeignKey(persons.c.id, ondelete="SET NULL"), index=True, comment="who asked for it"
    ),
    Column("asked", BigInteger, nullable=False, comment=TIME),
    Column("state", String(8), nullable=False, comment="open, done or failed"),
    Column("process", String(16), comment="that judges it"),
    Column("lease", BigInteger, nullable=False, comment=f"{TIME}; then others may"),
    Column("begun", Integer, nullable=False, comment="how often, since it last came further"),
    Column("progress", Text, comment="JSON, while it is open"),
    Column("review", Text, comment="JSON, once it is done"),
    Index("ix_reviews_state", "state", "asked"),
)
"""Reviews of finished rounds: those that are open are the queue, those that are done are kept."""

reports = Table(
    "reports",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("person_id", ForeignKey(persons.c.id, ondelete="CASCADE"), nullable=False, index=True),
    Column("made", BigInteger, nullable=False, comment=TIME),
    Column("table_id", String(16), nullable=False, comment="may be gone"),
    Column("entry", Integer, nullable=False, comment="seq of the log when it was made"),
    Column("file", Text, nullable=False, comment="JSON"),
)
"""Moments that somebody thinks wrong, as they saw them, for the host."""

marks = Table(
    "marks",
    metadata,
    Column("table_id", ForeignKey(tables.c.id, ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("made_by", String(16), nullable=False),
)
"""The moves that were not made by the person who sat there."""

talk = Table(
    "talk",
    metadata,
    Column("table_id", ForeignKey(tables.c.id, ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("line", Text, nullable=False, comment="JSON"),
    Column("person_id", ForeignKey(persons.c.id, ondelete="SET NULL"), index=True),
)

log = Table(
    "log",
    metadata,
    Column("table_id", ForeignKey(tables.c.id, ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("entry", Text, nullable=False, comment="JSON"),
    Column("at", BigInteger, comment=TIME),
    sqlite_with_rowid=False,
)


processes = Table(
    "processes",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("expires", BigInteger, nullable=False, comment=TIME),
)
"""The processes that serve this database, where there may be several."""

presence = Table(
    "presence",
    metadata,
    Column("table_id", ForeignKey(tables.c.id, ondelete="CASCADE"), primary_key=True),
    Column("person_id", ForeignKey(persons.c.id, ondelete="CASCADE"), primary_key=True, index=True),
    Column("process_id", ForeignKey(processes.c.id, ondelete="CASCADE"), primary_key=True, index=True),
    Column("since", BigInteger, nullable=False, comment=TIME),
)
"""Who is connected to a table, and by which process."""

kept_claims = Table(
    "kept_claims",
    metadata,
    Column("table_id", ForeignKey(tables.c.id, ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("deal", Integer, nullable=False),
    Column("move", String(200), nullable=False),
)
"""Claims that seats have made before they were asked, where there may be several processes."""

notices = Table(
    "notices",
    metadata,
    Column("kind", String(8), primary_key=True, comment="said or closing"),
    Column("words", Text, nullable=False),
    Column("at", BigInteger, nullable=False, comment=f"{TIME}: said, or closes"),
    Column("until", BigInteger, comment=f"{TIME}; null until it is ended"),
)
"""What the host tells everybody: at most one message, and that the server closes."""

blocks = Table(
    "blocks",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person_id", ForeignKey(persons.c.id, ondelete="CASCADE"), index=True),
    Column("network", String(64), comment="addresses, as CIDR, where no person is blocked"),
    Column("reason", Text, nullable=False, comment="as they are told"),
    Column("made", BigInteger, nullable=False, comment=TIME),
    Column("until", BigInteger, comment=f"{TIME}; null until it is ended"),
    sqlite_autoincrement=True,
)
"""Whom the host lets in no more."""

acts = Table(
    "acts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("made", BigInteger, nullable=False, comment=TIME),
    Column("who", String(64), nullable=False, comment="the user of the machine"),
    Column("kind", String(16), nullable=False, comment="the command"),
    Column("about", Text, nullable=False, comment="JSON: what it was given"),
    Column("taken", BigInteger, comment=f"{TIME}: when a process began with it; of an order"),
    Column("outcome", Text, comment="null while it is still to be done"),
    sqlite_autoincrement=True,
)
"""What the host has done by commands, for good; and orders that a process of the server carries out."""

counts = Table(
    "counts",
    metadata,
    Column("act_id", ForeignKey(acts.c.id, ondelete="CASCADE"), primary_key=True),
    Column("process", String(16), primary_key=True),
    Column("there", Integer, nullable=False, comment="pages that are open"),
    Column("met", Integer, nullable=False, comment="those that a block would close"),
)
"""How many a block would meet, as each process of the server has counted for a command."""
