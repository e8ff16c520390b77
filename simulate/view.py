"""What a seat may see when it plays a card; a player sees this and nothing else."""

from typing import Any, NamedTuple

from simulate.packing import Packed

Pair = tuple[Any, Any]  # two uint64 words: copies 0 and 1 of each kind, copies 2 and 3


class View(NamedTuple):
    """One seat's knowledge before it plays. Sets of cards are pairs of words (`simulate.cards`).

    Attributes
    ----------
    rules : the packed rules (`simulate.packing` names the places).
    seat : who plays.
    trick : number of the trick, from 0.
    draws_left : cards that this seat will still draw, the one after this trick included.
    trump : suit of trump, -1 while there is none.
    turned : code of the turned-up card while it lies on the table, -1 when drawn or none.
    pack : all cards of the pack.
    hand : the seat's cards.
    legal : codes of the cards that may be played, in hand order, a byte each, eight a word.
    legal_count : how many they are.
    played : every card played in this deal so far, those on the table included.
    shown : cards known to be in another seat's hand (declared, taken by exchange, or the
        turned-up card once drawn) and not yet played.
    used_marriage, used_quinte, used_four, used_besi, used_besi2, used_besi3, used_besi4 :
        own cards that may not serve (again) in a group of that kind.
    announced : bit i set if this seat has declared instance i (`simulate.packing`).
    on_table : cards played to this trick before; the seat leads when 0.
    table : their codes in playing order, a byte each.
    best : code of the card that wins so far, -1 when leading.
    best_seat : who played it, -1 when leading.
    table_points : brisque (and figure) points on the table.
    """

    rules: Packed
    seat: Any
    trick: Any
    draws_left: int
    trump: int
    turned: int
    pack: Pair
    hand: Pair
    legal: Pair
    legal_count: int
    played: Pair
    shown: Pair
    used_marriage: Pair
    used_quinte: Pair
    used_four: Pair
    used_besi: Pair
    used_besi2: Pair
    used_besi3: Pair
    used_besi4: Pair
    announced: Any
    on_table: int
    table: Any
    best: int
    best_seat: int
    table_points: int
