"""The list of tests that are left to the long run speaks of tests that are there."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_test_of_the_list_is_there() -> None:
    listed = (ROOT / "tests" / "long_tests.txt").read_text("utf-8").splitlines()
    assert listed == sorted(set(listed))
    for name in listed:
        path, _, function = name.partition("[")[0].partition("::")
        assert f"def {function}(" in (ROOT / path).read_text("utf-8"), name
