"""Cards of the piquet pack: suits, ranks, copies, their codes and their names.

A *kind* is a (suit, rank) pair; a *card* is one copy of a kind. A card's code is
the place of its bit in the pair of 64-bit words that hold a hand: word = copy // 2,
and inside the word one byte a rank, in it copy % 2 first and then the suit. So a
byte holds the cards of a rank ordered by copy number, then suit, which is the order
in which a four of a kind takes its cards.
"""

from collections.abc import Mapping
from typing import NamedTuple

SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = ("A", "10", "K", "Q", "J", "9", "8", "7")
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
ACE, TEN, KING, QUEEN, JACK, NINE, EIGHT, SEVEN = range(8)
SUIT_LETTERS = "CDHS"
SUIT_SIGNS = "♣♦♥♠"
PACK_SIZE = 32


class Card(NamedTuple):
    """One card: suit 0..3 (clubs, diamonds, hearts, spades), rank 0..7 (ace first), copy 0..3."""

    suit: int
    rank: int
    copy: int

    @property
    def code(self) -> int:
        """The card's bit: 0..63 in the low word (copies 0, 1), 64..127 in the high one."""
        return 64 * (self.copy // 2) + 8 * self.rank + 4 * (self.copy % 2) + self.suit

    @property
    def kind(self) -> tuple[int, int]:
        """(suit, rank)."""
        return self.suit, self.rank

    def __str__(self) -> str:
        return kind_name(self.kind)


def card_of(code: int) -> Card:
    """The card whose code is `code` (0..127)."""
    return Card(suit=code & 3, rank=(code >> 3) & 7, copy=2 * (code >> 6) + ((code >> 2) & 1))


def kind_name(kind: tuple[int, int]) -> str:
    """A kind as people write it: ``Q♠``."""
    return RANKS[kind[1]] + SUIT_SIGNS[kind[0]]


def parse_kind(text: str) -> tuple[int, int]:
    """Read a kind written ``QS``, ``10d`` or ``Q♠``.

    Raises
    ------
    ValueError
        The text names no kind.
    """
    body, last = text.strip()[:-1].upper(), text.strip()[-1:].upper()
    suit = SUIT_LETTERS.find(last) if last and last in SUIT_LETTERS else SUIT_SIGNS.find(last or "?")
    rank = {name: number for number, name in enumerate(RANKS)}.get({"T": "10"}.get(body, body))
    if suit < 0 or rank is None:
        raise ValueError(f"{text!r} names no card; write rank and suit, as QS, 10D or Q♠")
    return suit, rank


def pack_copies(packs: int, removed: tuple[str, ...] = ()) -> dict[tuple[int, int], int]:
    """Copies of every kind when `packs` packs are mixed and `removed` kinds taken out once each."""
    copies = {(suit, rank): packs for suit in range(4) for rank in range(8)}
    for text in removed:
        copies[parse_kind(text)] -= 1
    if min(copies.values()) < 0:
        held = "one pack holds" if packs == 1 else f"{packs} packs hold"
        raise ValueError(f"removed {', '.join(removed)}: more copies of a card than {held}")
    return copies


def all_cards(copies: Mapping[tuple[int, int], int]) -> list[Card]:
    """The cards of a pack in their order before shuffling: by suit, rank, copy."""
    return [Card(suit, rank, copy) for (suit, rank), count in sorted(copies.items()) for copy in range(count)]
