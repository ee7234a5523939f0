"""What a person may be called at a table."""

import pytest

from sevenfold.server.errors import NameRefused
from sevenfold.server.names import check_name


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


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("x" * 25, "long"),
        ("Ann\u202egnA", "characters"),
        ("A\u200bnn", "characters"),
        ("An\nn", "characters"),
        ("An\x00n", "characters"),
        ("A\u2028n", "characters"),
        ("A\ue000", "characters"),
        ("A" + "\u0301" * 4, "characters"),
    ],
)
def test_a_hostile_name_is_refused_with_its_reason(name: str, reason: str) -> None:
    with pytest.raises(NameRefused) as problem:
        check_name(name)
    assert problem.value.values["reason"] == reason


@pytest.mark.parametrize(
    ("name", "other", "reason"),
    [
        ("Ann", "Ann", "taken"),
        ("ann", "Ann", "alike"),
        ("Аnn", "Ann", "alike"),  # a Cyrillic A
        ("Ánn", "Ann", "alike"),
        ("Ａｎｎ", "Ann", "alike"),
        ("A n n", "Ann", "alike"),
        ("Lilly", "Li11y", "alike"),
        ("Bob", "B0b", "alike"),
        ("Оскар", "Оckap", "alike"),
    ],
)
def test_a_name_that_looks_like_anothers_is_refused(name: str, other: str, reason: str) -> None:
    with pytest.raises(NameRefused) as problem:
        check_name(name, ["Zoe", None, other])
    assert problem.value.values["reason"] == reason


def test_other_names_are_free() -> None:
    for name in ("Anna", "李明", "花子", "アン", "Ana"):
        assert check_name(name, ["Ann", "李雷", None]) == name
