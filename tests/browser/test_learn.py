"""Lessons in a browser: the tree grows step by step, and knobs change it."""

from __future__ import annotations

import pytest

from tests.browser.window import Window


@pytest.mark.parametrize("lesson", ["uct", "rave", "roulette", "alpha_beta", "decoupled_uct"])
def test_the_tree_of_a_lesson_grows(window: Window, lesson: str) -> None:
    page = window.page
    window.go("/learn")
    page.locator(f'a.lesson-card[href="/learn/{lesson}"]').click()
    nodes = page.locator(".tree .node:not([hidden])")
    nodes.first.wait_for()
    assert nodes.count() == 1
    page.get_by_title("To the end").click()
    grown = nodes.count()
    assert grown > 5
    page.get_by_title("One step back").click()
    page.get_by_title("To the beginning").click()
    assert nodes.count() == 1


def test_turning_a_knob_runs_the_lesson_again(window: Window) -> None:
    page = window.page
    window.go("/learn/alpha_beta")
    page.locator(".tree .node").first.wait_for()

    def looked_at() -> int:
        page.get_by_title("To the end").click()
        return int(page.locator(".tree .node:not(.skipped)").count())

    before = looked_at()
    page.get_by_label("Pruning").uncheck()
    page.locator(".tree .node").nth(before + 20).wait_for(state="attached")
    assert looked_at() > before
    assert page.locator(".tree .node.skipped").count() == 0


def test_playing_moves_on_by_itself_and_pauses(window: Window) -> None:
    page = window.page
    window.go("/learn/uct")
    page.locator(".tree .node").first.wait_for()
    page.get_by_label("Speed").select_option("25")
    page.get_by_role("button", name="Play").last.click()
    page.locator(".tree .node:not([hidden])").nth(4).wait_for()
    page.get_by_role("button", name="Pause").click()
    assert page.get_by_role("button", name="Play").last.is_visible()
