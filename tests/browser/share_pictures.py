"""Make the pictures that stand beside an invitation: `python -m tests.browser.share_pictures`.

`web/public/share-GAME.jpg` has the motif of a game and its name in all three languages, for programs that
show a link which somebody sends.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import ViewportSize, sync_playwright

from sevenfold.book.texts import Language, load_texts
from sevenfold.games import OWN_GAMES, load_meta, package_of
from sevenfold.testing.chromium import find_chromium
from sevenfold.testing.served import PlayServer

SIZE: ViewportSize = {"width": 1200, "height": 630}
PUBLIC = Path("web/public")

PAGE = """([game, first, others]) => {
  const make = (tag, style, text) => {
    const made = document.createElement(tag)
    made.setAttribute('style', style)
    made.textContent = text ?? ''
    return made
  }
  const felt = make('div', `position: fixed; inset: 0; z-index: 99; display: grid;
    grid-template-columns: 1fr 1fr; background: var(--felt)`)
  felt.dataset.game = game
  const words = make('div', 'display: grid; align-content: center; gap: 24px; padding: 0 48px 0 56px')
  words.append(
    make('p', 'font: 400 76px/1.15 var(--display, serif); color: #fff6e2', first),
    make('p', 'font: 400 36px/1.5 var(--display, serif); color: #e8c88a', others),
    make('p', 'font: 400 30px/1.4 var(--display, serif); color: #fff6e2; opacity: .8', 'Sevenfold'),
  )
  const picture = make('div', `border-right: 6px double #a4742c;
    background: var(--felt-shade) var(--picture) center / cover`)
  felt.append(picture, words)
  document.body.append(felt)
}"""


def names(game: str) -> tuple[str, str]:
    """The game's English name, and the two others in one line."""
    english, *others = (load_texts(package_of(game), language)["name"] for language in Language)
    return english, "　".join(dict.fromkeys(others))


def main() -> None:
    """Make one picture for each finished game."""
    with TemporaryDirectory() as data, sync_playwright() as playwright:
        server = PlayServer(Path(data))
        browser = playwright.chromium.launch(executable_path=find_chromium())
        try:
            for game in (name for name in OWN_GAMES if not load_meta(name).draft):
                page = browser.new_page(viewport=SIZE, color_scheme="dark")
                page.goto(server.address)
                page.locator("section[data-game]").first.wait_for()
                page.evaluate(PAGE, [game, *names(game)])
                page.wait_for_timeout(500)
                page.screenshot(path=PUBLIC / f"share-{game}.jpg", type="jpeg", quality=80)
                page.close()
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
