"""What a person may be called at a table."""

import unicodedata

import pytest

from sevenfold.server.errors import NameRefused
from sevenfold.server.names import check_name
from sevenfold.server.names.characters import are_shown
from sevenfold.server.names.looks import are_alike
from sevenfold.server.names.unicode_data import unicode_data


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Ann", "Ann"),
        ("  Ann   Lee ", "Ann Lee"),
        ("\u3000花子\u3000", "花子"),
        ("Zoe\u0308", "Zoë"),
        ("李雷", "李雷"),
        ("🦊", "🦊"),
        ("x" * 24, "x" * 24),
    ],
)
def test_a_name_is_kept_composed_and_with_single_spaces(name: str, kept: str) -> None:
    assert check_name(name) == kept


NEEDED = {
    "Persian, a joiner kept out": "علی\u200cرضا",
    "Persian, after points": "مهر\u0650\u200cداد",
    "Kurdish": "نه\u200cورۆز",
    "Sinhala": "ක්\u200dෂේම",
    "Sinhala, rakaransaya": "ශ්\u200dරී",
    "Malayalam, an older chillu": "രാജന്\u200d",
    "Marathi, an eyelash": "दर्\u200dया",
    "Bengali": "র\u09cd\u200cযা",
    "Nepali": "पन्\u200dत",
    "Devanagari, many vowel signs": "हिन्दी कीर्ति",
    "Burmese, three marks on a letter": "ကြို့",
    "Thai, a vowel and a tone": "ผู้หญิง",
    "Vietnamese": "Nguyễn Thị Ngọc",
    "Hebrew with points": "שָּׁלוֹם",
    "Arabic with points": "مُحَمَّد",
    "Korean": "홍길동",
    "Mongolian": "ᠮᠣᠩᠭᠣᠯ\u180b",
    "a family": "👨\u200d👩\u200d👧\u200d👦",
    "a profession with a colour of skin": "👩🏽\u200d⚕\ufe0f",
    "a heart": "❤\ufe0f",
    "two who kiss": "👩\u200d❤\ufe0f\u200d💋\u200d👨",
    "nodding": "🙂\u200d↕\ufe0f",
    "shaking the head": "🙂\u200d↔\ufe0f",
    "a flag": "🇯🇵",
    "the flag of Scotland": "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "the rainbow": "🏳\ufe0f\u200d🌈",
    "a key": "7\ufe0f⃣",
    "a picture newer than this Python": "\U0001faea",
    "a form of a Japanese surname's sign": "辻\U000e0100本",
    "a registered mark as a picture": "Ann®\ufe0f",
}


@pytest.mark.parametrize("name", NEEDED.values(), ids=NEEDED)
def test_a_script_has_the_joiners_and_marks_that_it_needs(name: str) -> None:
    assert check_name(name) == unicodedata.normalize("NFC", name)


REFUSED = [
    ("", "empty"),
    ("   ", "empty"),
    ("\u3000", "empty"),
    ("\u0301", "empty"),
    *(
        (sign, "empty")
        for sign in ("*", "-", "?!", "...", "・", "ー", "ـ", "～", "（）", "'", "_ _", "+", "$")
    ),
    ("x" * 25, "long"),
    ("Ann\u202egnA", "characters"),
    ("A\u200bnn", "characters"),
    ("An\nn", "characters"),
    ("An\x00n", "characters"),
    ("A\u2028n", "characters"),
    ("A\ue000", "characters"),
    ("A\U000f0000", "characters"),
    ("A" + "\u0301" * 4, "characters"),
    ("x\u0301\u0302\u0303", "characters"),
    ("x\u0301\u0301", "characters"),
    ("ก\u0e49\u0e49", "characters"),
    ("Ann\u200d", "characters"),
    ("A\u200dnn", "characters"),
    ("A\u200cnn", "characters"),
    ("\u200cعلی", "characters"),
    ("علی\u200cAnn", "characters"),
    ("花\u200d子", "characters"),
    ("🦊\u200d", "characters"),
    ("\u200d🦊", "characters"),
    ("🦊\u200d\u200d🦊", "characters"),
    ("A\ufe0f", "characters"),
    ("7\ufe0f", "characters"),
    ("❤\ufe0f\ufe0f", "characters"),
    ("辻\U000e0100\U000e0101", "characters"),
    ("A\U000e0100", "characters"),
    ("🦊\U000e0067\U000e007f", "characters"),
    ("A\ufff9B", "characters"),
    *(
        (char, "characters")
        for char in "\u3164\u115f\u1160\uffa0\u2800\u00ad\u034f\u17b4\ufffc\u061c\U0001d173"
    ),
    *(
        (f"Ann{char}", "characters")
        for char in "\u3164\u115f\u1160\uffa0\u2800\u00ad\u034f\u17b5\u180b\ufe00"
    ),
]


@pytest.mark.parametrize(("name", "reason"), REFUSED, ids=[ascii(name) for name, _ in REFUSED])
def test_a_hostile_or_blank_name_is_refused_with_its_reason(name: str, reason: str) -> None:
    with pytest.raises(NameRefused) as problem:
        check_name(name)
    assert problem.value.values["reason"] == reason


def test_no_ignorable_character_stands_in_a_name_by_itself() -> None:
    for char in sorted(unicode_data().ignorable):
        for name in (char, f"Ann{char}", f"{char}Ann", f"A{char}nn", f"李{char}"):
            if name.startswith("李") and unicodedata.name(char, "").startswith("VARIATION SELECTOR"):
                continue  # Chinese characters have forms
            with pytest.raises(NameRefused):
                check_name(name)


ALIKE = """
Ann ann | Ann Аnn | Ann Ánn | Ann Ａｎｎ | Lilly Li11y | Lilly Li||y | Bob B0b | Оскар Оckap
William VVilliam | William vvilliam | William Ｗilliam | Owen Ovven | Ernie Emie | Marnie Mamie
Burns Bums
Arnold Amold | Clara Dara | Clay Day | Clay C1ay | Clay CIay | Zoom Zoorn | Ewa Evva | Mia rnia
Lisa ꓡꓲꓢꓮ | Bob ꓐob | Dan ꓓan | Ken ꓗen | Zoe ꓜoe
Anna Ꭺnna | Mia Ꮇia | Bob Ᏼob | Dan Ꭰan | Wes Ꮃes | Anna ꭺnna | Lily Ꮮily
Ann 𝐀𝐧𝐧 | Ann 𝓐𝓷𝓷 | Ann Ⓐⓝⓝ | Ann 🅰🅽🅽 | Ann ᴀɴɴ | Ann 🇦🇳🇳 | Ann ᵃⁿⁿ | Bob ʙᴏʙ
Вera Bera | Неnry Henry | Ѕam Sam | Ιan Ian | Ιan lan | Νora Nora | νera vera | Κaren Karen | Ζoe Zoe
Jοe Joe | Jօe Joe | Pаul Paul | ѕаm sam | воb Bob | мах Max | τom Tom | ηina nina | ωes Wes | Ζеυѕ zeus
Tom Т0м | Igor lgor | Ilse lIse | Sam 5am | Sam $am | Zoe 2oe | Bob 8ob | Ian !an
Łukasz Lukasz | Øyvind Oyvind | Đorđe Dorde | Zoë Zoe | Işık Isik | Weiß Weiss | Ñuno Nuno | Ħana Hana
Mr.X MrX | D'Arcy D’Arcy | D'Arcy Darcy | Jean-Luc Jean—Luc | Jean-Luc JeanLuc | Ann Ann.
エリ 工リ | 力オ カオ | 口ロ ロ口 | ゴロー ゴロ一 | ゴロー ゴロ- | ゴロー ゴロ― | ゴロー ゴロ－
ゴロー コ口一
二コ ニコ | 八ル ハル | タ力 夕カ | ト卜 卜ト | へい ヘい | りか リか | べん ベん | ミカ 三カ | 千カ チカ
オト 才ト
ヌー 又ー | ノア 丿ア | ケン ケソ | シン ツン | りょう りよう | ﾊﾙ ハル | 土屋 士屋 | 己 已 | 末次 未次
日向 曰向 | 黒田 黑田
ミガル ミカ゛ル | ハ゜ル パル | ｶﾞﾙ ガル | セイ 七イ | ヒロ 匕ロ | アメ ア乂 | 口リ ㅁリ
Ann1 Ann① | Ann1 Ann❶ | Ann2 Ann² | Ann7 Ann➆ | Ann Ann*
阿力 阿カ | 小口 小ロ | 王二 王ニ | 丁一 丁ー | 李工 李エ | 〇一 O一 | 小林 小 林
علی علي | کامران كامران | علی\u200cرضا علیرضا | محمّد محمد
👨\u200d👩\u200d👧 👨👩👧 | ❤\ufe0f ❤ | 辻\U000e0100 辻 | ශ්\u200dරී ශ්රී
"""

OTHERS = """
Ann Anna | Ann Ana | Anna Hanna | Vera Nera | Ray Yay | Fay Say | Hal Nal | Una Yna | Bob Rob | Dan Pan
William Liam | Owen Oven | Kim Kin | Noa Noah | Eve Eva | Max Maxx | Jon John | Sam Pam | Leo Theo
Cleo Leo
Zoe Joe | Tom Tim | Ida Ada | Player1 Player2 | Ann1 Ann7 | Ernie Annie | Mia Maria | Clara Clare
Ciara Dara
Вера Нера | Борис Ворис | Яков Якоб | Анна Алла | Оля Юля | Маша Даша | Иван Иона | Νίκος Νίκη
Θωμάς Σωμάς
Ελένη Ειρήνη | Γιώργος Γιάννης | طلال جلال | علی علا | נועה נועם | טל טלי | יצחק יצחקי | שמואל ישמואל
राम रीमा | राम रमा | सीता सती | ராமு ராமா | สมชาย สมหญิง | ผู้ ผู | மணி மணீ | নীলা নীলু | ශ්රී ශ්රි
홍길동 홍길둥 | 철수 영희 | 李明 李雷 | 小林 小森 | 阿力 阿刀 | 大力 太力 | 人 入 | 王二 王三 | 花子 苑子
林 木木
ハル ハレ | アン マン | ユキ コキ | レオ レナ | ゴロー ゴロ | ケン カン | メイ リイ | はる ほる | 🦊 🐱
👨\u200d👩\u200d👧 👨\u200d👩\u200d👦
👍🏻 👍🏿 | ❤ 🖤 | 🇯🇵 🇨🇳
"""


def pairs(text: str) -> list[tuple[str, str]]:
    found = [each.split(" ") for line in text.strip().splitlines() for each in line.split(" | ")]
    return [(each[0], " ".join(each[1:])) for each in found]


@pytest.mark.parametrize(("name", "other"), pairs(ALIKE))
def test_a_name_that_looks_like_anothers_is_refused(name: str, other: str) -> None:
    for mine, theirs in ((name, other), (other, name)):
        with pytest.raises(NameRefused) as problem:
            check_name(mine, ["Somebody", None, theirs])
        assert problem.value.values["reason"] == "alike"
        assert problem.value.values["name"] == theirs


@pytest.mark.parametrize(("name", "other"), pairs(OTHERS))
def test_names_that_differ_at_a_glance_are_free(name: str, other: str) -> None:
    assert check_name(name, ["Somebody", None, other]) == unicodedata.normalize("NFC", name)
    assert check_name(other, ["Somebody", None, name]) == unicodedata.normalize("NFC", other)


def test_the_same_name_is_taken() -> None:
    with pytest.raises(NameRefused) as problem:
        check_name(" Ann ", [None, "Ann"])
    assert problem.value.values["reason"] == "taken"


def test_characters_that_unicode_calls_alike_are_alike_in_names() -> None:
    groups: dict[str, list[str]] = {}
    for code, look in unicode_data().looks.items():
        name = f"Q{chr(code)}q"
        if (look.isascii() and look.isalnum()) or unicodedata.name(look[0], "").startswith("CJK UNIFIED"):
            groups.setdefault(look, [f"Q{look}q"]).extend([name] if are_shown(name) else [])
    assert sum(map(len, groups.values())) > 3000
    for one, *others in groups.values():
        assert [ascii(other) for other in others if not are_alike(one, other)] == []
