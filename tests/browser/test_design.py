"""Writing rules in a browser: mistakes are marked, reports come, versions are kept, compared, exported and played."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ludens.games.loading import built_in_source
from tests.browser.studio import Studio
from tests.browser.test_gallery import DROP
from tests.browser.window import Window

if TYPE_CHECKING:
    from playwright.sync_api import Locator

FIGURES = "document.querySelector('.report')?.dataset.parts.includes('first_move')"
RIGHT = "document.querySelector('.problems-head')?.innerText.includes('No mistakes')"
CARET = "document.querySelector('.editor-text').selectionStart"

MISERE = (
    built_in_source("tic_tac_toe", {})
    .text.replace("(goal ?player 100) (wins ?player)", "(goal ?player 0) (wins ?player)")
    .replace("(goal ?player 0) (opponent ?player ?other)", "(goal ?player 100) (opponent ?player ?other)")
)

DIFF = """async () => {
  const { diff } = await import('/static/js/design/diff.js');
  const below = (most) => Math.floor(Math.random() * most);
  const draw = (size) => Array.from({ length: below(size) }, () => 'abc'[below(3)]);
  for (let trial = 0; trial < 2000; trial += 1) {
    const [one, other] = [draw(12), draw(12)].map((lines) => lines.join('\\n'));
    const found = diff(one, other);
    const text = (left_out) => found.filter(({ kind }) => kind !== left_out).map((line) => line.text).join('\\n');
    if (text('new') !== one || text('gone') !== other) return [one, other, 'wrong'];
    const [a, b] = [one.split('\\n'), other.split('\\n')];
    const most = a.map(() => b.map(() => 0));
    const at = (i, j) => (i < 0 || j < 0 ? 0 : most[i][j]);
    a.forEach((left, i) => b.forEach((right, j) => {
      most[i][j] = left === right ? at(i - 1, j - 1) + 1 : Math.max(at(i - 1, j), at(i, j - 1));
    }));
    const same = found.filter(({ kind }) => kind === 'same').length;
    if (same !== at(a.length - 1, b.length - 1)) return [one, other, 'long'];
  }
  return null;
}"""

PAIRS = """async () => {
  const { matching } = await import('/static/js/design/gdl.js');
  const slow = (text, at) => {
    const code = text.replace(/;[^\\n]*/g, (found) => ' '.repeat(found.length));
    if (!'()'.includes(code[at])) return null;
    const way = code[at] === '(' ? 1 : -1;
    for (let depth = 0, place = at; place >= 0 && place < code.length; place += way) {
      depth += code[place] === '(' ? way : code[place] === ')' ? -way : 0;
      if (depth === 0) return [at, place];
    }
    return [at, null];
  };
  for (let trial = 0; trial < 3000; trial += 1) {
    const text = Array.from({ length: 20 }, () => '(()) ;a\\n'[Math.floor(Math.random() * 8)]).join('');
    for (let at = 0; at < text.length; at += 1) {
      if (!'()'.includes(text[at])) continue;
      const [fast, right] = [matching(text, at + 1), slow(text, at)];
      if (JSON.stringify(fast) !== JSON.stringify(right)) return [text, at, fast, right];
    }
  }
  return null;
}"""


def opened(window: Window, template: str = "tic_tac_toe") -> Locator:
    """The editor with a template, once the first figures are there."""
    window.go(f"/design?template={template}")
    window.wait(FIGURES)
    return window.page.locator(".editor-text")


def test_the_first_rules_that_anybody_sees_are_right(window: Window) -> None:
    window.go("/design")
    window.wait(FIGURES)
    window.wait(RIGHT)
    assert window.page.locator(".verdict").count() >= 3
    assert "15" in window.page.locator(".report-board").inner_text()


def test_a_mistake_is_marked_as_it_is_typed(window: Window) -> None:
    editor = opened(window)
    editor.click()
    window.page.keyboard.press("Control+End")
    window.page.keyboard.type("\n(<= (p ?x) (not (q ?x)))")
    window.page.locator(".line-error").wait_for()
    assert "?x" in window.page.locator(".wrong").first.inner_text()
    assert "mistake" in window.page.locator(".report-banner").inner_text()
    assert window.page.get_by_role("button", name="Play it").is_disabled()
    window.page.keyboard.press("Control+Home")
    window.page.locator(".problem").filter(has=window.page.locator(".tag.bad")).first.click()
    line = window.page.evaluate(
        "document.querySelector('.editor-text').value.slice(0, " + CARET + ").split('\\n').length"
    )
    text = editor.input_value().split("\n")[line - 1]
    assert "(q ?x)" in text
    window.page.keyboard.press("End")
    window.page.keyboard.press("Shift+Home")
    window.page.keyboard.press("Delete")
    window.wait("!document.querySelector('.line-error')")
    window.wait(FIGURES)


def test_the_report_follows_the_rules(window: Window) -> None:
    editor = opened(window)
    window.wait("document.querySelector('.report-verdict')?.innerText.includes('With best play nobody wins')")
    window.wait("document.querySelector('.report-balance')?.innerText.includes('That misleads')")
    assert window.page.locator(".heat-text").count() == 9
    editor.fill(built_in_source("nim", {}).text)
    window.wait("document.querySelector('.report-balance:not(.old)')?.innerText.includes('player1')")
    window.wait("document.querySelector('.report-verdict')?.innerText.includes('player1 wins with best play')")


def test_the_verdict_is_one_and_says_how_sure_it_is(window: Window) -> None:
    """Misère tic-tac-toe: random games call the only good move the worst; the proof has the last word."""
    editor = opened(window)
    editor.fill(MISERE)
    window.wait("document.querySelector('.report-verdict')?.innerText.includes('mark 2 2, keeps')")
    assert "proven" in window.page.locator(".report-verdict").inner_text()
    window.wait("document.querySelectorAll('.report-first_move .tag.warn').length === 8")
    window.wait("[...document.querySelectorAll('.heat-text')].filter((one) => one.textContent === '50').length === 1")
    assert window.page.locator(".report-verdict").count() == 1


def test_a_slider_writes_the_rules_anew_and_variants_are_compared(window: Window) -> None:
    window.go("/design")
    window.wait(FIGURES)
    slider = window.page.get_by_label("stones, 3 to 30")
    slider.focus()
    window.page.keyboard.press("ArrowLeft")
    window.wait("document.querySelector('.editor-text').value.includes('(init (stones 14))')")
    assert "(after 14 15)" not in window.page.locator(".editor-text").input_value()
    window.wait("document.querySelector('.report-verdict:not(.old)')?.innerText.includes('wins with best play')")
    window.page.get_by_role("button", name="Compare all").click()
    window.wait("document.querySelector('.variants')?.dataset.phase === 'done'")
    rows = window.page.locator(".variants tbody tr").all_inner_texts()
    assert len(rows) == 10
    assert all("proven" in row for row in rows)
    window.page.get_by_role("button", name="End comparison").click()
    window.page.locator(".report-verdict").wait_for()


def test_the_parameters_of_a_built_in_game_are_sliders_until_its_rules_are_changed(window: Window) -> None:
    editor = opened(window, "connect_four")
    window.page.get_by_label(re.compile("^columns,")).wait_for()
    editor.press("Control+End")
    window.page.keyboard.type("\n; mine")
    window.page.get_by_label(re.compile("^columns,")).wait_for(state="hidden")


def test_a_game_is_shared_as_a_link(window: Window) -> None:
    opened(window).fill(MISERE)
    window.page.locator(".design-name").fill("Misère <3")
    window.page.get_by_role("button", name="Copy a link that holds the whole game").click()
    link = window.page.get_by_label("Link", exact=True).input_value()
    window.page.get_by_role("button", name="Done").click()
    window.go("/about")
    window.go(link.partition(window.studio.address)[2])
    window.wait(FIGURES)
    assert window.page.locator(".editor-text").input_value() == MISERE
    assert window.page.locator(".design-name").input_value() == "Misère <3"
    window.go("/about")
    window.go("/design#game=nonsense")
    window.page.get_by_text("The link is damaged").wait_for()


def test_playing_twice_saves_once(window: Window) -> None:
    for _ in range(2):
        window.go("/design?template=nim")
        window.wait(FIGURES)
        window.page.locator(".design-name").fill("Nim, played twice")
        window.page.get_by_role("button", name="Play it").click()
        window.wait_for_turn()
    window.go("/design")
    window.page.get_by_role("button", name="Open").click()
    window.page.locator(".saved").first.wait_for()
    assert window.page.locator(".saved", has_text="Nim, played twice").count() == 1


def test_slow_parts_come_later(window: Window) -> None:
    opened(window)
    window.wait("document.querySelector('.report').dataset.phase === 'done'")
    assert "against" in window.page.locator(".report-skill").inner_text()
    assert "symmetries" in window.page.locator(".report-structure").inner_text()


def test_rules_are_saved_opened_renamed_and_deleted(window: Window, studio: Studio) -> None:
    opened(window)
    window.page.get_by_label("Name of the game").fill("My own game")
    window.page.keyboard.press("Control+s")
    window.wait("/design\\/\\w+/.test(location.pathname)")
    identity = window.page.url.rsplit("/", 1)[1]
    assert studio.get(f"rules/{identity}")["name"] == "My own game"
    window.go("/design")
    window.wait(FIGURES)
    window.page.get_by_role("button", name="Open").click()
    window.page.get_by_role("button", name="Rename My own game").click()
    window.page.get_by_label("Name", exact=True).last.fill("Another name")
    window.page.get_by_role("button", name="Rename", exact=True).click()
    window.page.locator(".saved-open").filter(has_text="Another name").click()
    window.wait(f"location.pathname.endsWith('{identity}')")
    assert window.page.get_by_label("Name of the game").input_value() == "Another name"
    window.page.get_by_role("button", name="Open").click()
    window.page.get_by_role("button", name="Delete Another name").click()
    window.page.get_by_role("button", name="Delete", exact=True).click()
    window.wait("!document.querySelector('.saved-list')?.innerText.includes('Another name')")
    assert identity not in [one["id"] for one in studio.get("rules")]


def test_what_is_not_saved_survives_a_reload(window: Window) -> None:
    editor = opened(window)
    editor.click()
    window.page.keyboard.press("Control+Home")
    window.page.keyboard.type("; my thoughts\n")
    window.go("/design")
    window.page.locator(".editor-text").wait_for()
    assert window.page.locator(".editor-text").input_value().startswith("; my thoughts\n")


def test_files_are_exported_and_dropped(window: Window) -> None:
    opened(window)
    with window.page.expect_download() as download:
        window.page.get_by_role("button", name="Export as a .kif file").click()
    assert download.value.suggested_filename == "Tic-tac-toe.kif"
    assert Path(download.value.path()).read_text("utf-8").strip() == built_in_source("tic_tac_toe", {}).text.strip()
    window.page.evaluate(DROP, ["<b>nim</b>.kif", built_in_source("nim", {}).text])
    window.wait("document.querySelector('.design-name').value === '<b>nim</b>'")
    assert "heap" in window.page.locator(".editor-text").input_value()


def test_two_versions_are_compared(window: Window) -> None:
    editor = opened(window)
    text = editor.input_value()
    changed = re.sub(r"^\(<= \(line \?mark\)[^\n]*\n[^\n]*\n", "", text, count=1, flags=re.MULTILINE)
    editor.fill(text.replace("(index 3)\n", "(index 3)\n(index 4)\n") if changed == text else changed)
    window.page.get_by_role("button", name="Compare").click()
    window.page.get_by_role("button", name="The version it began with").click()
    window.wait("document.querySelectorAll('.compare-table tr.differs').length > 0")
    window.wait("document.querySelectorAll('.diff-gone, .diff-new').length > 0")
    window.wait("document.querySelectorAll('.compare-boards svg').length === 2")
    window.page.get_by_role("button", name="End comparison").click()
    window.page.locator(".report-balance").wait_for()


def test_lines_that_changed_are_found(window: Window) -> None:
    window.go("/about")
    assert window.page.evaluate(DIFF) is None


def test_parentheses_that_belong_together_are_found(window: Window) -> None:
    window.go("/about")
    assert window.page.evaluate(PAIRS) is None
    editor = opened(window)
    editor.click()
    window.page.keyboard.press("Control+Home")
    window.page.keyboard.press("ArrowRight")
    window.wait("document.querySelectorAll('.code-pair').length > 0")
    assert window.page.locator(".code-pair").all_inner_texts() == ["(", ")"]


def test_the_editor_indents_comments_and_finds(window: Window) -> None:
    editor = opened(window)
    editor.fill("(role a)\n(role b)")
    editor.click()
    window.page.keyboard.press("Control+Home")
    window.page.keyboard.press("Tab")
    window.page.keyboard.press("Control+/")
    assert editor.input_value() == ";     (role a)\n(role b)"
    window.page.keyboard.press("Control+z")
    assert editor.input_value() == "    (role a)\n(role b)"
    window.page.keyboard.press("Control+f")
    window.page.get_by_label("Find in the rules").fill("role")
    assert window.page.locator(".editor-find").inner_text().strip().startswith("1 of 2")
    window.page.keyboard.press("Enter")
    assert window.page.locator(".editor-find").inner_text().strip().startswith("2 of 2")
    window.page.keyboard.press("Escape")
    window.page.keyboard.press("Control+End")
    window.page.keyboard.type("\n(<= terminal\n(true (x))")
    assert editor.input_value().endswith("\n(<= terminal\n    (true (x))")
    window.page.keyboard.press("Escape")
    window.page.keyboard.press("Tab")
    assert not window.page.evaluate("document.activeElement.classList.contains('editor-text')")


def test_long_rules_stay_quick(window: Window) -> None:
    editor = opened(window)
    text = "\n".join(f"(fact {number} ?x) ; (" for number in range(20_000))
    editor.evaluate("(area, text) => { area.value = text; area.dispatchEvent(new Event('input')); }", text)
    window.page.locator(".line-error").first.wait_for()
    editor.press("Control+End")
    ours, plain = editor.evaluate("""(area) => {
      const bare = document.createElement('textarea');
      bare.value = area.value;
      document.body.append(bare);
      const spent = { ours: [], plain: [] };
      for (let key = 0; key < 20; key += 1) {
        for (const [name, target] of [['ours', area], ['plain', bare]]) {
          target.focus();
          const begin = performance.now();
          document.execCommand('insertText', false, 'x');
          spent[name].push(performance.now() - begin);
        }
      }
      bare.remove();
      return [Math.min(...spent.ours), Math.min(...spent.plain)];
    }""")
    assert ours < 3 * plain
    assert window.page.locator(".code-line").count() < 100
    assert window.page.locator(".line-number").last.inner_text() == "20000"


def test_rules_are_played(window: Window) -> None:
    opened(window)
    window.page.get_by_role("button", name="Play it").click()
    assert window.wait_for_turn() == "yours"
    assert "/play/" in window.page.url


def test_reports_go_on_when_the_studio_is_back(open_window: Callable[..., Window], own_studio: Studio) -> None:
    window = open_window(own_studio)
    editor = opened(window)
    window.server_may_be_gone = True
    own_studio.kill()
    window.page.get_by_text("connection to the studio is lost").wait_for()
    editor.fill(built_in_source("nim", {}).text)
    own_studio.start()
    window.wait("document.querySelector('.report-balance:not(.old)')?.innerText.includes('player1')")


@pytest.mark.parametrize("text", ["", "   ", "(role <img/src=x/onerror=alert(1)>)"])
def test_odd_texts_do_no_harm(window: Window, text: str) -> None:
    editor = opened(window)
    editor.fill(text)
    window.wait(f"!({RIGHT})")
    window.page.wait_for_timeout(500)
    assert window.page.locator("main img[src='x']").count() == 0
