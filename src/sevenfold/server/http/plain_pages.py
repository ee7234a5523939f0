"""Pages that the server answers by itself, in place of the client: they must come when little else does.

Each is made of the values of a problem and of what the card room is called.
"""

from collections.abc import Mapping
from html import escape

from sevenfold.server.errors import Blocked, TooMany

_ONE_MOMENT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="{seconds}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{name}</title>
<body style="font: 1.125rem/1.5 system-ui, sans-serif; text-align: center; padding: 20vh 16px">
<h1>One moment</h1>
<p>A lot has come from your network at once. This page loads again by itself in {seconds} s.</p>
<p lang="zh-Hans">请稍等：你所在的网络一下子来了太多请求，{seconds} 秒后会自动重新加载。</p>
<p lang="ja">少しお待ちください。同じネットワークからのアクセスが重なりました。
{seconds}秒後に自動で読み込み直します。</p>
"""


_BLOCKED = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{name}</title>
<body style="font: 1.125rem/1.5 system-ui, sans-serif; text-align: center; padding: 20vh 16px">
<h1>No entry</h1>
{reason}
<p>The host of this server has shut you out{en}.</p>
<p lang="zh-Hans">本站管理员不让你进入{zh}。</p>
<p lang="ja">このサーバーの管理者が、あなたの利用を止めています{ja}。</p>
"""


def one_moment(values: Mapping[str, str], name: str) -> bytes:
    """A page that says that too much was asked for, and loads again when there is room."""
    return _ONE_MOMENT.format(seconds=int(values["seconds"]), name=escape(name)).encode()


def blocked(values: Mapping[str, str], name: str) -> bytes:
    """A page that says that its reader is let in no more, why, and until when."""
    until = values["until"][:16].replace("T", " ")
    until = until and f'<span style="white-space: nowrap">{until} UTC</span>'
    told = {
        "en": f" until {until}" if until else "",
        "zh": f"，到 {until} 为止" if until else "",
        "ja": f"（{until}まで）" if until else "",
        "reason": f"<blockquote>{escape(values['reason'])}</blockquote>" if values["reason"] else "",
    }
    return _BLOCKED.format(name=escape(name), **told).encode()


PAGES = {TooMany.code: one_moment, Blocked.code: blocked}
"""What a page is told instead of the application, by the code of the problem."""
