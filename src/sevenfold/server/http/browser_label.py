"""Which browser somebody uses, as it says itself: good enough to tell one's own apart, and no proof."""

from sevenfold.server.protocol.sessions import BrowserName, SystemName
from sevenfold.server.storage.rows import Label

BROWSERS: tuple[tuple[str, BrowserName], ...] = (
    ("Edg", "edge"),
    ("OPR/", "opera"),
    ("SamsungBrowser", "samsung"),
    ("Firefox/", "firefox"),
    ("FxiOS", "firefox"),
    ("Chrom", "chrome"),
    ("CriOS", "chrome"),
    ("Safari/", "safari"),
)
"""What their names are known by. Most name others too, so the first that is found counts."""

SYSTEMS: tuple[tuple[str, SystemName], ...] = (
    ("Android", "android"),
    ("iPhone", "ios"),
    ("iPad", "ios"),
    ("CrOS", "chromeos"),
    ("Windows", "windows"),
    ("Mac OS X", "mac"),
    ("Linux", "linux"),
)


def label_of(user_agent: str) -> Label:
    """Which browser and system these are, by what a request says of them."""
    return Label(
        next((name for sign, name in BROWSERS if sign in user_agent), None),
        next((name for sign, name in SYSTEMS if sign in user_agent), None),
    )
