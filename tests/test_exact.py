"""Exact counting against published and independently known values."""

import subprocess
import sys
from fractions import Fraction
from math import comb

import pytest

from analysis import exact
from simulate.cards import ACE, SPADES, pack_copies
from simulate.catalogue import load
from simulate.groups import BESI_KINDS, GROUP_IDS, GROUP_INDEX, GROUPS
from simulate.rules import BesiRules

GAMES = ("besi-simple", "besi-double", "besi-trois")


def rules(game: str, *changes: str) -> BesiRules:
    return load(game, changes).besi


@pytest.mark.parametrize(
    ("game", "group", "value"),
    [
        ("besi-simple", "besi", Fraction(15, 496)),
        ("besi-double", "besi", Fraction(6847, 136152)),
        ("besi-double", "besi-double", Fraction(5, 45384)),
        ("besi-trois", "besi-triple", Fraction(33, 33108868)),
        ("besi-simple", "marriage", Fraction(70201, 736281)),
        ("besi-double", "marriage", Fraction(194408629, 1290964899)),
    ],
)
def test_dealt_golden(game: str, group: str, value: Fraction) -> None:
    assert exact.dealt(rules(game), group) == value


def test_besi_triple_received_and_reachable() -> None:
    trois = rules("besi-trois")
    assert exact.received(trois, "besi-triple") == Fraction(261, 267007)
    assert exact.reachable(trois, "besi-triple") == Fraction(319, 267007)


def test_any_suits_marriage_in_six_of_32() -> None:
    marriage = GROUPS[GROUP_INDEX["marriage"]]
    anywhere = exact.containing(marriage, pack_copies(1), exact.ALL_SUITS, panache=False)
    assert exact.chance(anywhere, 32, 6) == Fraction(26839, 226548)


def test_turned_up_seven_is_one_in_eight() -> None:
    for packs in (1, 2, 3, 4):
        assert exact.chance(exact.at_least(1, 4 * packs), 32 * packs, 1) == Fraction(1, 8)


def test_carte_blanche_of_piquet_and_of_rubicon() -> None:
    blanche = GROUPS[GROUP_INDEX["carte-blanche"]]
    piquet = exact.dealt_in(exact.Dealing(pack_copies(1), 12, 0, False, False), blanche)
    rubicon = exact.dealt_in(exact.Dealing(pack_copies(4), 9, 55, False, False), blanche)
    assert piquet is not None
    assert rubicon is not None
    assert piquet == Fraction(comb(20, 12), comb(32, 12))
    assert round(float(1 / piquet), 1) == 1792.4
    assert round(100 * float(rubicon), 5) == 1.21651


@pytest.mark.parametrize("game", GAMES)
def test_single_suit_groups_by_hypergeometric_sums(game: str) -> None:
    """Trump marriage, dealt: inclusion and exclusion over "no king" and "no queen", trump's suit averaged."""
    dealing = exact.dealing(rules(game))
    packs, hand, cards = dealing.copies[SPADES, ACE], dealing.hand, sum(dealing.copies.values())

    def in_hand(kings: int, queens: int) -> Fraction:
        rest = cards - 1
        neither = comb(rest - kings - queens, hand)
        return 1 - Fraction(comb(rest - kings, hand) + comb(rest - queens, hand) - neither, comb(rest, hand))

    turned_marriage_card = in_hand(packs - 1, packs)
    expected = Fraction(2, 8) * turned_marriage_card + Fraction(6, 8) * in_hand(packs, packs)
    assert exact.dealt(rules(game), "trump-marriage") == expected


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("group", [g for g in GROUP_IDS if g != "carte-blanche"])
def test_notions_are_ordered(game: str, group: str) -> None:
    """A dealt group is received too, and nothing is held that isn't reachable."""
    given = rules(game)
    dealt, received, reachable = (f(given, group) for f in (exact.dealt, exact.received, exact.reachable))
    assert dealt is not None
    assert received is not None
    assert reachable is not None
    if exact.holdable(given, group):
        assert 0 <= dealt < received < reachable < 1
    else:
        assert dealt == received == reachable == 0


def test_holdable_follows_the_pack() -> None:
    assert not exact.holdable(rules("besi-simple"), "besi-double")
    assert exact.holdable(rules("besi-double"), "besi-double")
    assert not exact.holdable(rules("besi-double"), "besi-triple")
    assert exact.holdable(rules("besi-double", "packs=4"), "besi-quadruple")
    assert not exact.holdable(rules("besi-simple", "seats=3", "removed=QS,7C,8C,7D,8D"), "besi")
    assert not exact.holdable(rules("besi-simple", "seats=3", "removed=AS,7C,8C,7D,8D"), "four-aces")
    # Two packs less one copy still hold four aces, but a missing suit can't be made up.
    short = ("removed=AS,AS,7C,8C", "hand_size=6")
    assert exact.holdable(rules("besi-double", *short), "four-aces")
    assert not exact.holdable(rules("besi-double", *short, "panache=true"), "four-aces")


def test_carte_blanche_only_where_it_counts() -> None:
    assert not exact.holdable(rules("besi-simple"), "carte-blanche")
    assert exact.holdable(rules("besi-simple", "carte_blanche=50"), "carte-blanche")
    assert exact.dealt(rules("besi-simple"), "carte-blanche") == Fraction(comb(20, 6), comb(32, 6))
    assert exact.received(rules("besi-simple"), "carte-blanche") is None
    assert exact.reachable(rules("besi-simple"), "carte-blanche") is None


def test_without_a_turn_up() -> None:
    borgne = rules("besi-double", "seven=none", "trump_from=first-marriage")
    for group in ("trump-marriage", "trump-quinte"):
        assert exact.dealt(borgne, group) is None
    for group in ("marriage", "trump-marriage", "quinte", "trump-quinte", "besi", "four-aces"):
        assert exact.received(borgne, group) == exact.reachable(borgne, group)
    in_one_suit = exact.product([exact.at_least(1, 2), exact.at_least(1, 2)])
    assert exact.received(borgne, "trump-marriage") == exact.chance(in_one_suit, 64, 32)
    simple = rules("besi-simple", "seven=none", "trump_from=first-marriage")
    assert exact.dealt(simple, "marriage") == Fraction(26839, 226548)


def test_panache_is_rarer_and_needs_every_suit() -> None:
    plain, mixed = rules("besi-double"), rules("besi-double", "panache=true")
    for group in ("four-aces", "four-kings"):
        dealt_plain, dealt_mixed = exact.dealt(plain, group), exact.dealt(mixed, group)
        assert dealt_plain is not None
        assert dealt_mixed is not None
        assert dealt_mixed < dealt_plain
    # With one pack the two readings are the same four cards.
    assert exact.dealt(rules("besi-simple"), "four-tens") == exact.dealt(
        rules("besi-simple", "panache=true"), "four-tens"
    )


def test_a_removed_card_changes_the_trump_suits_weight() -> None:
    """Three sevens of clubs gone: clubs are trump in 5 of 29 turn-ups."""
    copies = pack_copies(1, ("7C", "8C", "9C"))
    game = exact.Dealing(copies, 6, 8, True, False)
    besides_spades = exact.received_in(game, GROUPS[GROUP_INDEX["trump-marriage"]])
    # K+Q of whatever suit is trump: the chance is the same for each, so weights cancel ...
    assert besides_spades == Fraction(comb(27, 12), comb(29, 14))
    # ... but not once a queen is gone, whose suit then can't have a marriage.
    no_queen = exact.Dealing(pack_copies(1, ("7C", "8C", "QC")), 6, 8, True, False)
    assert exact.received_in(no_queen, GROUPS[GROUP_INDEX["trump-marriage"]]) == Fraction(24, 29) * Fraction(
        comb(27, 12), comb(29, 14)
    )


def test_polynomials() -> None:
    assert exact.at_least(2, 4) == [0, 0, 6, 4, 1]
    assert exact.none_of(3) == [1, 0, 0, 0]
    assert exact.complement(exact.at_least(1, 3)) == exact.none_of(3)
    assert exact.product([exact.at_least(0, 3), exact.at_least(0, 5)]) == exact.at_least(0, 8)
    assert exact.chance(exact.product(exact.at_least(1, 1) for _ in BESI_KINDS), 32, 6) == Fraction(15, 496)


def test_exact_answers_load_no_heavy_library() -> None:
    code = (
        "import sys; from analysis.documents import how_rare; from simulate.catalogue import load;"
        "how_rare(load('besi-trois'), 'besi-triple', None);"
        "print([m for m in ('numba', 'scipy', 'matplotlib', 'pandas') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
