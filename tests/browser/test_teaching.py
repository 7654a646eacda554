"""Learning by clicks: hints step by step, threats, explanations, the coach, and puzzles."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.studio import Studio
from tests.browser.window import Window


def words(window: Window) -> str:
    """What the tutor says."""
    return window.page.locator(".tutor-words").inner_text()


def test_a_hint_comes_in_three_steps(window: Window, studio: Studio) -> None:
    window.go(studio.new_match("connect_four", "random", moves="drop 4;drop 3;drop 4;drop 3;drop 4;drop 3"))
    window.wait_for_turn()
    window.page.get_by_role("button", name="Hint").click()
    window.page.get_by_text("Hint 1 of 3").wait_for()
    window.page.get_by_text("You can win at once.").wait_for()
    assert window.page.locator(".board .lesson-part").count() == 1, "a part of the board is marked"
    assert window.page.locator(".candidates tbody tr:visible").count() == 0, "the move is not given away"
    window.page.get_by_role("button", name="Tell me more").click()
    window.page.get_by_text("It is one of these").wait_for()
    assert window.page.locator(".board .lesson-ring").count() == 3
    window.page.keyboard.press("h")
    window.page.get_by_text("Play d. Expected result").wait_for()
    assert window.page.locator(".board .badge").count() == 1
    window.page.locator(".candidates tbody tr").first.wait_for()


def test_a_hint_in_a_game_of_pieces_names_the_piece(window: Window, studio: Studio) -> None:
    window.go(studio.new_match("breakthrough", "random"))
    window.wait_for_turn()
    window.page.get_by_role("button", name="Hint").click()
    window.page.get_by_role("button", name="Tell me more").click()
    window.page.get_by_text("Move the marked piece.").wait_for()
    assert window.page.locator(".board .lesson-ring").count() == 1


def test_threats_are_shown_and_taken_away(window: Window, studio: Studio) -> None:
    window.go(studio.new_match("tic_tac_toe", "random", moves="mark 1 1;mark 2 2;mark 3 3;mark 1 3"))
    window.wait_for_turn()
    window.page.keyboard.press("t")
    window.page.get_by_text("o threatens to win at once with a3.").wait_for()
    assert "What stops it: a3." in words(window)
    assert window.page.locator(".board .lesson-ring.bad").count() == 1
    window.page.get_by_role("button", name="Threats").click()
    assert window.page.locator(".tutor-words").is_hidden()
    assert window.page.locator(".board .lesson-ring").count() == 0


def test_a_move_is_explained_now_and_when_looking_back(window: Window, studio: Studio) -> None:
    window.go(studio.new_match("tic_tac_toe", "random", moves="mark 1 1;mark 1 2;mark 2 2;mark 3 3"))
    window.wait_for_turn()
    window.page.get_by_role("button", name="Explain").click()
    window.page.get_by_text("It stops you from winning at once with c3. Nothing else does.").wait_for()
    window.page.locator('.turn[data-ply="2"]').click()
    window.page.get_by_text("After move 2 of 4").wait_for()
    window.page.get_by_role("button", name="Explain").click()
    window.page.get_by_text("It loses against best play. This is proven.").wait_for()
    window.page.get_by_text("Better: b2").wait_for()


def test_the_coach_speaks_of_a_blunder_alone_and_is_remembered(window: Window, studio: Studio) -> None:
    window.go(studio.new_match("tic_tac_toe", "legal", moves="mark 2 2;mark 1 1"))
    window.wait_for_turn()
    window.page.get_by_role("button", name="Coach").click()
    window.page.get_by_text("The coach watches.").wait_for()
    window.page.reload()
    window.wait_for_turn()
    assert window.page.get_by_role("button", name="Coach").get_attribute("aria-pressed") == "true"
    window.go(studio.new_match("tic_tac_toe", "legal", moves="mark 1 1;mark 2 2;mark 3 3;mark 1 3"))
    window.wait_for_turn()
    window.page.locator('.board [data-column="2"][data-row="1"]').click()
    window.page.get_by_text("gave away about").wait_for()
    window.page.get_by_role("button", name="Take it back").click()
    window.wait_for_ply(4)


def test_nothing_is_offered_where_something_is_hidden(window: Window, studio: Studio) -> None:
    window.go(studio.new_match("kuhn_poker", "random", "random"))
    window.wait_for_turn()
    for name in ("Threats", "Explain", "Coach"):
        assert window.page.get_by_role("button", name=name).is_disabled()


def test_a_puzzle_is_missed_shown_and_the_next_one_solved(window: Window, studio: Studio) -> None:
    window.go("/puzzles")
    window.page.locator('.game-start[data-game="tic_tac_toe"]').click()
    window.page.locator(".puzzle").wait_for()
    while window.page.locator('.puzzle[data-phase="wrong"]').count() == 0:
        window.page.locator(".board [data-column].open").first.click()
        window.wait("!['waiting'].includes(document.querySelector('.puzzle').dataset.phase)")
        if window.page.locator('.puzzle[data-phase="over"]').count():
            window.page.get_by_role("button", name="Next puzzle").click()
            window.wait("document.querySelector('.puzzle')?.dataset.phase === 'yours'")
    window.page.get_by_text("is not it.").wait_for()
    window.page.get_by_role("button", name="Try another move").click()
    window.page.get_by_role("button", name="Show the solution").click()
    window.page.get_by_text("The solution:").wait_for()
    window.page.get_by_role("button", name="Next puzzle").click()
    window.wait("document.querySelector('.puzzle')?.dataset.phase === 'yours'")
    window.go("/puzzles")
    window.page.get_by_text("solved at the first try").first.wait_for()


def test_mistakes_become_puzzles_after_the_game(open_window: Callable[..., Window], studio: Studio) -> None:
    window = open_window(studio)
    window.go(studio.new_match("tic_tac_toe", "legal", moves="mark 1 2;mark 2 2;mark 3 2;mark 1 1;mark 2 3;mark 3 1"))
    window.wait_for_turn()
    window.page.locator('.board [data-column="3"][data-row="3"]').click()
    window.wait("document.querySelector('.play').dataset.phase === 'over'")
    window.page.get_by_role("link", name="Learn from your mistakes").click()
    window.page.locator(".puzzle").wait_for()
    assert window.page.locator(".puzzle-head .tag").inner_text() == "Your mistakes"
    window.page.get_by_role("button", name="Play on from here").wait_for(state="detached")
    window.page.get_by_role("button", name="Show the solution").click()
    window.page.get_by_role("button", name="Play on from here").click()
    window.wait_for_turn()
    assert "/play/" in window.page.url
