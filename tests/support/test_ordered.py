"""Parallel work in order."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from sudokutools._support.ordered import ordered_map


@pytest.mark.parametrize("threads", [0, 1, 3])
def test_results_come_in_the_order_of_the_items(threads: int) -> None:
    """Earlier items take longer."""

    def work(item: int) -> int:
        time.sleep((9 - item) / 1000)
        return item

    with ThreadPoolExecutor(threads or 1) as pool:
        assert [*ordered_map(pool if threads else None, work, range(9), lambda: 4)] == [*range(9)]


@pytest.mark.parametrize("width", [1, 3])
def test_no_more_items_are_taken_than_may_be_pending(width: int) -> None:
    taken: list[int] = []
    items = (taken.append(item) or item for item in range(99))  # type: ignore[func-returns-value]
    with ThreadPoolExecutor(2) as pool:
        for number, _ in enumerate(ordered_map(pool, str, items, lambda: width)):
            assert len(taken) == min(99, number + width)


@pytest.mark.parametrize("threads", [0, 2])
def test_a_result_comes_before_an_item_that_is_waited_for(threads: int) -> None:
    answered: list[int] = []

    def items() -> Iterator[int | None]:
        yield from range(3)
        while len(answered) < 3:
            yield None
        yield 3

    with ThreadPoolExecutor(2) as pool:
        for answer in ordered_map(pool if threads else None, int, items(), lambda: 9):
            answered.append(answer)
    assert answered == [0, 1, 2, 3]


def test_an_error_comes_in_its_place() -> None:
    with ThreadPoolExecutor(2) as pool:
        results = ordered_map(pool, lambda item: 1 // item, [1, 0, 1], lambda: 9)
        assert next(results) == 1
        with pytest.raises(ZeroDivisionError):
            next(results)
