"""What the page calls bots, by their faces: no bot is called as somebody who is or was at its table."""

from functools import lru_cache

from sevenfold.server.names.looks import are_alike

BOT_NAMES = {
    "fox": ("Mei", "阿梅", "メイ"),
    "owl": ("Haru", "阿远", "ハル"),
    "cat": ("Nadia", "小雪", "ユキ"),
    "bear": ("Oskar", "大力", "ゴロー"),
    "rabbit": ("Lin", "琳琳", "リン"),
    "panda": ("Bao", "阿宝", "タオ"),
    "crane": ("Yuki", "云飞", "チヅル"),
    "tiger": ("Arjun", "阿虎", "トラオ"),
    "frog": ("Tomás", "青青", "イズミ"),
    "penguin": ("Ida", "冬冬", "ナギサ"),
    "elephant": ("Asha", "石头", "ダイチ"),
    "stag": ("Erik", "小鹿", "カエデ"),
    "lion": ("Leo", "阿狮", "レオ"),
    "raven": ("Bran", "阿夜", "クロウ"),
    "whale": ("Noa", "海生", "カイ"),
    "mouse": ("Pip", "米粒", "チコ"),
}
"""The names of each face in the page's languages, as `web/src/lib/i18n` has them."""


@lru_cache(maxsize=4096)
def faces_like(name: str) -> frozenset[str]:
    """The faces of bots that could be taken for a person of this name, in any language of the page."""
    return frozenset(face for face, names in BOT_NAMES.items() if any(are_alike(name, bot) for bot in names))
