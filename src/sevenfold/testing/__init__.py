"""Help for tests: the contract that every game must pass, and real servers, databases and pages to try.

`pytest --pyargs sevenfold.testing --game NAME` runs the contract for a game that is installed
(docs/games.md). Nothing here is imported by what plays. What needs pytest, Hypothesis or a browser is
imported where it is used; the extra `testing` installs them.
"""
