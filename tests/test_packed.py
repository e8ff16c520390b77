"""Figures on pages: an order that fills them, and changes no more than that needs."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reports.pages import Pages
from reports.pictures import Picture, packed, picture_pages
from reports.style import printed


def figures(*heights):
    return [Picture(f"figure-{place}", "A figure", height, _blank) for place, height in enumerate(heights)]


def _blank(sheet, top):
    assert top <= sheet.bottom


def names(drawn):
    return [picture.name[-1] for picture in drawn]


def pages_of(drawn):
    with printed():
        pages = Pages("besi")
        picture_pages(pages, drawn)
    return len(pages.sheets)


@pytest.mark.parametrize(
    ("heights", "order"),
    [
        # The second and the fourth fit below each other, and the third below the first.
        ((80, 150, 110, 50), "0213"),
        ((80, 110, 150, 50), "0123"),
        ((200, 150, 100, 100), "0123"),
        ((200,), "0"),
        ((), ""),
    ],
)
def test_figures_go_where_there_is_room(heights, order):
    assert "".join(names(packed(figures(*heights)))) == order


@given(heights=st.lists(st.floats(20, 225), min_size=1, max_size=5))
@settings(deadline=None, max_examples=15)
def test_no_order_takes_fewer_pages(heights):
    drawn = figures(*heights)
    chosen = packed(drawn)
    assert sorted(names(chosen)) == sorted(names(drawn))
    assert chosen[0] == drawn[0]
    fewest = min(pages_of([drawn[0], *others]) for others in permutations(drawn[1:]))
    assert pages_of(chosen) == fewest
    if pages_of(drawn) == fewest:
        assert chosen == drawn
