"""What several processes need to share tables. Nothing else asks whether it is alone.

No process owns a table: whoever notices that something is due does it, and the key of the log lets one of
them succeed. How they agree:

- **Notices** (`notices.py`) say only "table, entry", by NOTIFY after the commit, so one may be lost. A
  process reads the database when it listens again, when a client says hello, and every two seconds for the
  tables at which somebody is, all in one statement (`storage/shared.py`).
- **One process goes first**: the one that wrote the last entry that everybody was told of
  (`LiveMatch.wrote_last_public_entry`). The others wait 0.3 seconds longer before they make a bot's move.
  That is no lease: it spares them a lost race, and nothing depends on it. Answers in a claim window do not
  change which process it is. The process that opened a window is also the first to end it, so the timing does
  not show at which process somebody was asked and passed.
- **A claim window** begins when the database wrote the entry that opens it, by the database's clock
  (`log.at`), and lasts equally long everywhere. Each process ends its own window, by the entries that it has
  heard of. The process that goes first makes the answers shortly before the end; another makes them at the
  end, if none have come by then. Whose turn it is after the window is written once everybody has been told of
  the end, and nobody waits for that write. Claims made ahead are rows (`kept_claims`), read when the answers
  are made. Those of one window stay after it, so that whoever reads them late makes the same answers. If the
  log has other answers all the same, whoever was shown them is sent everything anew (`LiveMatch.withdrawn`).
- **A deal's clock does not run while nobody looks**: it begins no earlier than the first person who is
  connected came (`presence.since`).
- **Presence** is a row for each person at a table. It counts as long as the row of their process, which is
  renewed every second and believed for three (`storage/attendance.py`).
- **All else about a table** is in its row, whose changes `edition` counts, or in `waits`: deadlines, which
  are written with the move that sets them, and how long the table still waits for people who are away.
- **A table in memory to which nobody is connected here** hears no notices, so it is read again before it is
  shown or changed. Lists read again who is connected elsewhere.
- **A person's row** is cached for two seconds; with one process, for a minute.
- **Appends** of several tables share a transaction, in the order of their keys, so that writers do not
  deadlock. An append whose key is taken fails alone.
- **Machine code** is compiled by one process for all (`compiled/cpu/cache.py`): the others wait for its lock.
"""
