"""The order of ties in old numpy: the plain port, the kernel, and what numpy 1.24.4 returned."""

import hashlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet.replication.chow.kernel import pick_sorted
from salet.replication.quicksort import SMALL, argsort


def digest(order):
    return hashlib.sha256(np.array(order, "<i4").tobytes()).hexdigest()[:16]


def values(count, kinds):
    """Whole numbers with many ties, the same on every machine."""
    return [(7 * i * i + 3 * i) % 1009 % kinds for i in range(count)]


def hard_to_split(count):
    """Values for which the median of three is as bad as it can be, so that the heap comes in."""
    half = count // 2
    hard = [0] * count
    for i in range(1, half + 1):
        if i % 2:
            hard[i - 1], hard[i] = i, half + i
        hard[half + i - 1] = 2 * i
    return [value // 3 for value in hard]


# numpy.argsort of numpy 1.24.4 on the same values (integers and floats alike).
NUMPY = {
    (17, 1): [0, 14, 13, 12, 11, 10, 9, 15, 8, 6, 5, 4, 3, 2, 1, 7, 16],
    (18, 3): [0, 14, 13, 3, 6, 9, 16, 11, 10, 8, 5, 4, 2, 1, 7, 12, 15, 17],
    (100, 5): "fa0e7c1266daca04",
    (1000, 7): "e176c252821e6537",
    (9071, 30): "7512f1095e2e946c",
    (9071, 400): "2f57b66e82f3221e",
}
NUMPY_HARD = {1000: "a64ecdf99da89497", 9070: "eadc9327852cb42c"}


@pytest.mark.parametrize("case", NUMPY)
def test_orders_ties_as_numpy_1_24_did(case):
    order = argsort(values(*case))
    assert NUMPY[case] in (order, digest(order))


@pytest.mark.parametrize("count", NUMPY_HARD)
def test_gives_up_to_the_heap_where_numpy_did(count):
    assert digest(argsort(hard_to_split(count))) == NUMPY_HARD[count]


@given(st.lists(st.integers(-3, 3), max_size=80))
def test_sorts(numbers):
    order = argsort(numbers)
    assert sorted(order) == list(range(len(numbers)))
    assert [numbers[place] for place in order] == sorted(numbers)


@given(st.lists(st.integers(0, 2), max_size=SMALL))
def test_keeps_the_order_of_few(numbers):
    assert argsort(numbers) == sorted(range(len(numbers)), key=numbers.__getitem__)


def pick(kernel, numbers, wanted):
    return kernel(np.array(numbers, np.int64), wanted, np.empty(len(numbers), np.int64))


@given(st.lists(st.integers(0, 9), min_size=1, max_size=200), st.data())
def test_kernel_finds_any_place(numbers, data):
    wanted = data.draw(st.integers(0, len(numbers) - 1))
    expected = argsort(numbers)[wanted]
    assert pick(pick_sorted, numbers, wanted) == expected


@pytest.mark.parametrize("kernel", [pick_sorted, getattr(pick_sorted, "py_func", pick_sorted)])
def test_kernel_with_a_heap(kernel):
    numbers = hard_to_split(500)
    order = argsort(numbers)
    places = (0, 1, 250, 400, 460, 480, 499)
    assert [pick(kernel, numbers, place) for place in places] == [order[at] for at in places]
