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


def test_the_tree_is_fitted_and_zoomed(window: Window) -> None:
    page = window.page
    window.go("/learn/alpha_beta")
    page.locator(".tree .node").first.wait_for()
    page.get_by_role("button", name="Fit").click()
    fits = "(holder => holder.scrollWidth <= holder.clientWidth + 1)(document.querySelector('.tree-holder'))"
    assert page.evaluate(fits)
    width = "document.querySelector('.tree').getBoundingClientRect().width"
    whole = page.evaluate(width)
    page.get_by_role("button", name="Larger (+)").click()
    assert page.evaluate(width) > 1.2 * whole
    page.locator(".tree-holder").focus()
    page.keyboard.press("0")
    assert abs(page.evaluate(width) - whole) < 1
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.locator(".tree .node.picked").count() == 1


def test_alpha_beta_on_rules_of_ones_own(window: Window) -> None:
    rules = window.studio.get("rules/templates")
    text = next(one["text"] for one in rules if one["name"] == "nim")
    made = window.studio.post("rules", {"name": "My heaps", "text": text})
    page = window.page
    window.go("/learn/alpha_beta")
    page.locator(f'option[value="game rules:{made["id"]}"]').wait_for(state="attached")
    page.get_by_label("Game").select_option(f"game rules:{made['id']}")
    page.get_by_text("so this one ends at depth").wait_for()
    page.get_by_title("To the end").click()
    assert page.locator(".tree .node").count() > 10
    page.get_by_label("Random moves first").fill("3")
    page.get_by_text("1 of").first.wait_for()


def test_rules_become_gates_and_planes(window: Window) -> None:
    page = window.page
    window.go("/learn/circuits")
    page.locator("[data-phase=done]").wait_for()
    assert page.locator(".circuit .part.gate").count() > 1
    assert page.locator(".rule-code pre").count() > 1
    page.locator("select.mono").select_option("(next (cell 1 1 o))")
    page.locator(".circuit-output", has_text="(next (cell 1 1 o))").wait_for()
    page.get_by_label("Moves played").fill("0")
    page.get_by_text("In game 0 the output is false.").wait_for()
    page.locator(".circuit .part.move").click()
    page.get_by_text("With your inputs the output is true.").wait_for()
    page.get_by_role("button", name="As in the game").click()
    page.get_by_text("In game 0 the output is false.").wait_for()
    page.locator("canvas.plane").last.click(position={"x": 3, "y": 20})
    page.get_by_text("In game 64").or_(page.get_by_text("In game 32")).or_(
        page.get_by_text("In game 96")
    ).first.wait_for()
    page.locator(".knobs select:not(.mono)").select_option("game connect_four")
    page.get_by_text("651 gates").first.wait_for()
