"""The examination: each check passes players that keep to the protocol and fails those that do not."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from ludens.cli import app
from ludens.games.loading import load_rulesheet
from ludens.ggp import compliance, conversation
from ludens.ggp.addresses import Address, read_address
from ludens.ggp.battery import examiner, formats, hostile, matches, states
from ludens.ggp.battery.examiner import Check, FailedError, Level
from ludens.ggp.client import HttpReply, ask, exchange
from ludens.ggp.compliance import BATTERY, Finding, Verdict, examine
from ludens.ggp.conversation import Clocks
from ludens.ggp.messages import Abort, MessageError, Start, read_message, write_message
from tests.ggp.player_harness import playing
from tests.ggp.toy_players import ToyPlayer, toy_players
from tests.process_table import PATIENCE_SECONDS

CHECKS: dict[str, Check] = {check.name: check for checks in BATTERY.values() for check in checks}


class Stubborn(ToyPlayer):
    """Believes that its own last move was made, whatever it is told."""

    last = ""

    def play(self, moves: list[str]) -> str:
        if moves and self.last in self.game.legal_moves(self.state, self.role):
            moves = [self.last if role == self.role else move for role, move in enumerate(moves)]
        self.last = super().play(moves)
        return self.last


class Forgetful(ToyPlayer):
    """Knows nothing of a match but what PLAY says: it answers from the initial position."""

    def play(self, moves: list[str]) -> str:
        return str(self.game.legal_moves(self.game.initial_state(), self.role)[0])


class OneThing(ToyPlayer):
    """Deaf while it thinks, which takes three seconds."""

    async def respond(self, text: str, writer: asyncio.StreamWriter) -> None:
        if not hasattr(self, "lock"):
            self.lock = asyncio.Lock()
        async with self.lock:
            if "PLAY" in text:
                await asyncio.sleep(3)
            await super().respond(text, writer)


class Rude(ToyPlayer):
    """Answers what its text says to everything of one kind."""

    def __init__(self, keyword: str, answer: str) -> None:
        super().__init__()
        self.keyword, self.answer = keyword, answer

    def reply(self, text: str) -> str:
        return self.answer if self.keyword in text[:10].upper() else super().reply(text)


class Chunked(ToyPlayer):
    """Replies without a length."""

    async def respond(self, text: str, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.0 200 OK\r\nContent-type: text/acl\r\n\r\n" + self.reply(text).encode())
        await writer.drain()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clocks that no good player misses however busy the machine is."""
    long = Clocks(start=60.0, play=30.0)
    monkeypatch.setattr(matches, "SHORT", long)
    monkeypatch.setattr(states, "SHORT", long)
    monkeypatch.setattr(formats, "QUICKLY", PATIENCE_SECONDS)

    async def patient_ask(address: Address, text: str, *, seconds: float, receiver: str = "") -> str:
        return await ask(address, text, seconds=seconds + PATIENCE_SECONDS, receiver=receiver)

    async def patient_exchange(address: Address, request: bytes, seconds: float) -> HttpReply:
        return await exchange(address, request, seconds + PATIENCE_SECONDS)

    monkeypatch.setattr(examiner, "ask", patient_ask)
    monkeypatch.setattr(examiner, "exchange", patient_exchange)
    monkeypatch.setattr(compliance, "ask", patient_ask)


def finding(player: ToyPlayer, name: str) -> Finding:
    with toy_players(player) as (url,):
        card = asyncio.run(examine(read_address(url), {"some": [CHECKS[name]]}))
    (found,) = card.findings
    return found


@pytest.mark.parametrize(
    "name",
    ["info", "spacing", "http_1_1", "header_names", "pieces", "first_seat", "simultaneous", "alone", "scrambled",
     "loose_moves", "replaced", "unknown_match", "unknown_end", "long_id", "malformed", "repeated_start", "preview"],
)  # fmt: skip
@pytest.mark.usefixtures("patient")
def test_a_plain_player_passes(name: str) -> None:
    found = finding(ToyPlayer(), name)
    assert found.verdict is Verdict.PASS, found.sentence


@pytest.mark.parametrize(
    ("make", "name", "verdict", "sentence"),
    [
        (lambda: ToyPlayer("busy"), "info", Verdict.FAIL, "says it is 'busy'"),
        (lambda: Rude("INFO", "hello there"), "info", Verdict.FAIL, "2 things"),
        (lambda: Rude("INFO", ""), "spacing", Verdict.FAIL, "empty body"),
        (Chunked, "reply_head", Verdict.FAIL, "no Content-Length"),
        (ToyPlayer, "reply_head", Verdict.WARNING, "access-control-allow-origin"),
        (ToyPlayer, "get", Verdict.WARNING, "GET is not answered"),
        (ToyPlayer, "options", Verdict.WARNING, "OPTIONS is not answered"),
        (lambda: ToyPlayer("illegal"), "first_seat", Verdict.FAIL, "At move 2 of tic_tac_toe: illegal, castle"),
        (lambda: ToyPlayer("dead"), "play_clock", Verdict.FAIL, "At move 2 of connect_four: connection, "),
        (lambda: ToyPlayer("late", 1, 1.2), "simultaneous", Verdict.WARNING, "later than the play clock of 1 s"),
        (lambda: ToyPlayer("busy_start"), "second_seat", Verdict.FAIL, "START answered by 'busy'"),
        (ToyPlayer, "spelling", Verdict.FAIL, "Where case counts, '(take "),
        (Stubborn, "replaced", Verdict.FAIL, "At move 2 of a walk: illegal, (go "),
        (Forgetful, "second_seat", Verdict.FAIL, "At move 2 of tic_tac_toe: illegal, noop"),
        (lambda: Rude("PREVIEW", "what?"), "preview", Verdict.WARNING, "is not answered by 'done'"),
        (lambda: Rude("START", "hello"), "busy", Verdict.FAIL, "START answered by 'hello'"),
        (ToyPlayer, "busy", Verdict.FAIL, "tic_tac_toe"),
        (OneThing, "interrupted", Verdict.FAIL, "'( INFO )' was not answered"),
        (lambda: Rude("ABORT", "no"), "next_match", Verdict.WARNING, "ABORT is answered by 'no'"),
        (lambda: Rude("START", "busy"), "repeated_start", Verdict.FAIL, "answered by 'busy'"),
        (ToyPlayer, "hidden", Verdict.WARNING, "GDL-II"),
    ],
)
def test_players_that_break_the_protocol_are_found_out(
    make: Callable[[], ToyPlayer], name: str, verdict: Verdict, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compliance, "CALM_SECONDS", 0.0)
    monkeypatch.setattr(conversation, "GRACE_SECONDS", PATIENCE_SECONDS)
    found = finding(make(), name)
    assert (found.verdict, sentence in found.sentence) == (verdict, True), found.sentence


def test_sockets_that_are_never_closed_are_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hostile, "SLOW_SECONDS", 1.0)
    monkeypatch.setattr(hostile, "SLOW_SOCKETS", 3)
    found = finding(ToyPlayer(), "slow_sockets")
    assert (found.verdict, found.sentence[:6]) == (Verdict.WARNING, "3 of 3")


def test_a_match_that_is_never_forgotten_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    class Loyal(ToyPlayer):
        def start(self, text: str, role: str) -> str:
            return "busy" if self.busy else super().start(text, role)

    monkeypatch.setattr(states, "STALE_SECONDS", 1.0)
    assert finding(Loyal(), "stale").verdict is Verdict.WARNING
    assert finding(ToyPlayer(), "stale").verdict is Verdict.PASS


def test_every_wrong_message_of_the_battery_is_one() -> None:
    for text in hostile.MALFORMED:
        with pytest.raises(MessageError):
            read_message(text)


def test_the_card_of_somebody_who_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    with toy_players(ToyPlayer()) as (url,):
        monkeypatch.setattr(compliance, "BATTERY", {"formats": formats.CHECKS[:2]})
        good = CliRunner().invoke(app, ["manage", "--compliance", url])
        assert good.exit_code == 0, good.output
        assert "must   2 passed, 0 with a warning, 0 failed" in good.stdout
        assert "must    pass     INFO" in good.stderr
    gone = CliRunner().invoke(app, ["manage", "--compliance", url, "--json"])
    assert gone.exit_code == 1
    data = json.loads(gone.stdout)
    assert data["passed"] is False
    assert data["findings"][0]["sentence"] == f"Nobody answers at {url}: connection refused."
    wrong = CliRunner().invoke(app, ["manage", "--compliance", "http://a b"])
    assert wrong.exit_code == 2


def test_what_a_player_must_do_is_told_apart_from_what_it_should(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player that keeps to the protocol and breaks down at what no manager sends has passed, and is not robust."""

    async def breaks(examiner: examiner.Examiner) -> str:
        raise FailedError("It is gone.")

    robust = Check("breaks", "something nasty", Level.SHOULD, breaks)
    monkeypatch.setattr(compliance, "CALM_SECONDS", 0.0)
    monkeypatch.setattr(compliance, "BATTERY", {"formats": formats.CHECKS[:1], "hostile": (robust,)})
    with toy_players(ToyPlayer()) as (url,):
        shown = CliRunner().invoke(app, ["manage", "--compliance", url])
        data = json.loads(CliRunner().invoke(app, ["manage", "--compliance", url, "--json"]).stdout)
    assert shown.exit_code == 0, shown.output
    lines = [line.strip() for line in shown.stdout.splitlines() if line.strip()]
    assert lines[0] == "Must: what every manager needs of a player"
    assert lines.index("Should: what makes a player robust") < next(n for n, line in enumerate(lines) if "FAIL" in line)
    assert lines[-2:] == [
        "must   1 passed, 0 with a warning, 0 failed.",
        "should 0 passed, 0 with a warning, 1 failed.",
    ]
    assert (data["passed"], data["robust"]) == (True, False)
    assert [each["level"] for each in data["findings"]] == ["must", "should"]


def test_everything_hostile_is_about_robustness_and_whole_matches_are_about_the_protocol() -> None:
    assert {check.level for check in hostile.CHECKS} == {Level.SHOULD}
    musts = {name for name, check in CHECKS.items() if check.level is Level.MUST}
    assert {"info", "reply_head", "first_seat", "second_seat", "spelling", "start_clock", "play_clock"} <= musts
    assert musts.isdisjoint({"parentheses", "oversized", "slow_sockets", "wrong_rules", "get", "options", "hidden"})


def card_of(folder: Path, agent: str, battery: dict[str, list[Check]]) -> list[Finding]:
    async def go() -> list[Finding]:
        async with playing(folder, agent) as (_, talk):
            # Its processes have just been started; on a busy machine that takes longer than a short clock.
            rules = load_rulesheet("tic_tac_toe").sheet.source.text
            assert await talk.say(write_message(Start("warm", "xplayer", rules, 60, 10))) == "ready"
            assert await talk.say(write_message(Abort("warm"))) == "aborted"
            card = await examine(talk.address, dict(battery))
            return [each for each in card.findings if each.verdict is not Verdict.PASS]

    return asyncio.run(go())


@pytest.mark.usefixtures("patient")
def test_our_own_player_has_a_clean_card_in_short(tmp_path: Path) -> None:
    some = [CHECKS[name] for name in ("spelling", "scrambled", "replaced", "unknown_match", "malformed", "parentheses")]
    assert card_of(tmp_path, "random", {"formats": list(formats.CHECKS), "some": some}) == []


@pytest.mark.slow
def test_our_own_player_has_a_clean_card(tmp_path: Path) -> None:
    found = card_of(tmp_path, "champion", {group: list(checks) for group, checks in BATTERY.items()})
    late = [each for each in found if each.verdict is Verdict.WARNING and "within the grace" in each.sentence]
    assert [each for each in found if each not in late] == []  # a busy machine may be late, but not by much
