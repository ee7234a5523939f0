"""What is kept in the database, as the page on privacy tells it: every column, by what it is there for.

What each kind is, why and for how long it is kept is told in `web/src/lib/i18n/words`. A column that stands
here under no kind fails a test: whoever adds one says what it is for.
"""

from sevenfold.server.protocol.words import Kind

_COLUMNS: dict[str, dict[Kind, str]] = {
    "server": {"server": "number id secret"},
    "persons": {"person": "id name", "key": "key_hash"},
    "sessions": {
        "browsers": "id person_id token_hash next_hash created used expires browser system",
    },
    "notices": {"care": "kind words at until"},
    "blocks": {"care": "id person_id network reason made until"},
    "acts": {"care": "id made who kind about taken outcome"},
    "counts": {"care": "act_id process there met"},
    "introductions": {"door": "id key maker_id made expires once came"},
    "admissions": {"door": "person_id at word introduction_id"},
    "browser_links": {"key": "session_id key_hash expires asks token_hash brings answer"},
    "person_links": {"key": "person_id key_hash expires"},
    "forgetting": {"forgetting": "person_id since"},
    "tables": {
        "tables": "id game rules options players seed pace created standing over waits_for edition started"
        " host settings pause rematch request ready host_away waits_since barred_faces pseudonym_key seen_to"
        " pauses promise terms branched_from",
        "links": "link code code_ends watch_link",
        "boards": "board",
        "events": "event",
    },
    "boards": {
        "boards": "id kind game rules options players seed dealt round scores carried bots table_id deal"
        " deal_id created closes pseudonym_key",
    },
    "results": {
        "boards": "board_id seat table_id person_id bot name number counts begun ended result given_up",
    },
    "seen": {"seen": "person_id deal_id at"},
    "board_links": {"links": "board_id person_id seat key"},
    "day_boards": {"boards": "day game number board_id"},
    "events": {
        "events": "id name host_id kind movement game rules options players bots listed pseudonym_key created"
        " begun closes minutes round round_since team_names clock starts host_seen host_away",
    },
    "event_boards": {"events": "event_id number board_id"},
    "event_people": {
        "events": "event_id person_id name joined gone removed team here seen second in_place_of",
    },
    "event_tables": {"events": "event_id round table_number number table_id"},
    "board_bots": {"boards": "board_id seat level result line"},
    "seats": {
        "tables": "table_id seat person_id bot name since told substitute shows_hand salt away asked_for"
        " hand_of",
    },
    "members": {"tables": "table_id person_id kind seat since name looks played hands deal agreed"},
    "waits": {"tables": "table_id seat move asked used spent"},
    "tenures": {"tables": "table_id seat seq person_id bot name"},
    "round_links": {"links": "table_id deal person_id key seat"},
    "kept_rounds": {"tables": "table_id deal ends summary shown"},
    "not_kept": {"tables": "table_id seq"},
    "reviews": {
        "reviews": "table_id deal seat known engine person_id asked state process lease begun progress"
        " review",
    },
    "reports": {"reports": "id person_id made table_id entry file"},
    "marks": {"tables": "table_id seq seat made_by"},
    "talk": {"talk": "table_id number line person_id"},
    "log": {"tables": "table_id seq entry at"},
    "processes": {"here": "id expires"},
    "presence": {"here": "table_id person_id process_id since"},
    "kept_claims": {"tables": "table_id seat deal move"},
}
"""Each column of each table in `schema.py`."""


def columns_of(kind: Kind) -> tuple[str, ...]:
    """The columns that are there for this, each with its table."""
    return tuple(
        f"{table}.{column}" for table, kinds in _COLUMNS.items() for column in kinds.get(kind, "").split()
    )
