"""What people call a group of cards, in English and in French."""

import difflib
import re
import unicodedata
from typing import NamedTuple

from simulate.groups import GROUP_INDEX, GROUPS, Group

_FILLERS = set("a an the of in with un une de d des du le la les en avec".split())  # noqa: SIM905
_SAME_WORD = {
    word: meaning
    for meaning, words in {
        "ace": "ace aces as",
        "king": "king kings roi rois",
        "queen": "queen queens dame dames",
        "jack": "jack jacks knave knaves valet valets",
        "ten": "ten tens dix 10 10s",
        "four": "four fours quatre 4 carre carres",
        "hundred": "hundred cent 100",
        "marriage": "marriage marriages mariage mariages",
        "trump": "trump trumps atout atouts royal royale royals royaux",
        "plain": "plain simple simples common single",
        "besi": "besi besis besigue besigues bezique beziques",
        "double": "double doubles",
        "triple": "triple triples",
        "quadruple": "quadruple quadruples",
        "quinte": "quinte quintes quint quints",
        "major": "major majeure majeures",
        "carte": "carte cartes",
        "blanche": "blanche blanches",
    }.items()
    for word in words.split()
}
_PROPER = "Rubicon"
_SENSES = {
    "marriage": {"marriage", "plain marriage"},
    "trump-marriage": {"trump marriage"},
    "besi": {"besi", "plain besi"},
    "besi-double": {"besi double"},
    "besi-triple": {"besi triple"},
    "besi-quadruple": {"besi quadruple"},
    "four-aces": {"four ace", "hundred ace"},
    "four-kings": {"four king"},
    "four-queens": {"four queen"},
    "four-jacks": {"four jack"},
    "four-tens": {"four ten"},
    "trump-quinte": {"trump quinte", "trump quinte major"},
    "quinte": {"quinte", "quinte major", "plain quinte", "plain quinte major"},
    "carte-blanche": {"carte blanche"},
}
_BY_WORDS = {
    tuple(sorted(sense.split())): group_id for group_id, senses in _SENSES.items() for sense in senses
}


class GroupWords(NamedTuple):
    """A group in words: with its article, and the cards it is made of."""

    a_group: str
    cards: str


def find_group(text: str) -> str:
    """The group that `text` names, in English or French.

    Case, accents, hyphens, the order of the words, small words and plurals don't matter;
    figures may stand for words (``4 aces``). A bare marriage or quinte is the plain one.

    Raises
    ------
    ValueError
        One line that quotes the text and gives the nearest names.
    """
    words = [word for word in _words(text) if word not in _FILLERS]
    group_id = _BY_WORDS.get(tuple(sorted(_SAME_WORD.get(word, word) for word in words)))
    if group_id is None:
        raise ValueError(f"no group is called {_quoted(text)}; {_nearest(text)}")
    return group_id


def group(group_id: str) -> Group:
    """The group with that id."""
    return GROUPS[GROUP_INDEX[group_id]]


def english(group_id: str) -> str:
    """The group's English name: ``besi triple``."""
    return group(group_id).english


def in_text(title: str) -> str:
    """A game's title inside a sentence: ``besi à trois``, but ``Rubicon bézique``, after a river."""
    return title if title.startswith(_PROPER) else f"{title[0].lower()}{title[1:]}"


def group_words(group_id: str) -> GroupWords:
    """A group in words: ``a besi triple``, ``three Q♠ with three J♦``."""
    found = group(group_id)
    article = "" if found.shape == "four" else "a "
    suit = "of trumps" if found.trump else "of one plain suit"
    count = ("", "", "two ", "three ", "four ")[found.level]
    cards = {
        "marriage": f"king and queen {suit}",
        "besi": f"{count}Q♠ with {count}J♦",
        "four": found.english,
        "quinte": f"ace, ten, king, queen and jack {suit}",
        "carte-blanche": "a dealt hand without king, queen or jack",
    }[found.shape]
    return GroupWords(f"{article}{found.english}", cards)


def _words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return re.findall(r"[a-z0-9]+", "".join(letter for letter in plain if not unicodedata.combining(letter)))


def _quoted(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:59] + "…")


def _nearest(text: str) -> str:
    names: dict[str, str] = {}
    for known in GROUPS:
        for name in (known.id, known.english, *known.french):
            names.setdefault(" ".join(_words(name)), name)
    near = difflib.get_close_matches(" ".join(_words(text))[:60], names, n=3, cutoff=0.5)
    if near:
        return f"nearest: {', '.join(names[name] for name in near)}"
    return f"groups are {', '.join(known.id for known in GROUPS)}"
