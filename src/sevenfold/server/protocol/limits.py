"""What is refused as too long or too many; the client's fields end there, by constants made from these."""

LONGEST_NAME = 24
"""How many characters the name of a person has at most."""

LONGEST_TEXT = 200
"""How many characters a text that somebody writes has at most."""

LONGEST_REPORT = 1000
"""How many characters the words of a report have at most."""

LONGEST_EVENT_NAME = 40
"""How many characters the name of an event has at most."""

LONGEST_EVENT_DAYS = 60
"""How many days an event lasts at most."""

LONGEST_TEAM_NAME = 20
"""How many characters the name of a team has at most."""

MOST_DEALS = 24
"""How many deals an event has at most."""
