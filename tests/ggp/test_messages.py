"""Messages: their text on the wire byte for byte, what is understood beyond it, and what is refused."""

from __future__ import annotations

import contextlib
import random
import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.ggp.messages import (
    LONGEST_CLOCK,
    Abort,
    Info,
    Message,
    MessageError,
    Play,
    PlayerInfo,
    PlayPercepts,
    Preview,
    Start,
    Stop,
    StopPercepts,
    compact,
    read_info,
    read_message,
    read_move,
    write_info,
    write_message,
    write_move,
)

RULES = "(role xplayer) (role Oplayer) (<= terminal (true (cell 1 ?x b)))"

WIRE: list[tuple[Message, str]] = [
    (Info(), "( INFO )"),
    (
        Preview(RULES, 20.0),
        "( PREVIEW ( ( role xplayer ) ( role Oplayer ) ( <= terminal ( true ( cell 1 ?x b ) ) ) ) 20 )",
    ),
    (
        Start("tt.1", "xplayer", RULES, 8.0, 3.0),
        "( START tt.1 xplayer ( ( role xplayer ) ( role Oplayer ) ( <= terminal ( true ( cell 1 ?x b ) ) ) ) 8 3 )",
    ),
    (Start("m", "x", "", 0.5, 1.25), "( START m x ( ) 0.5 1.25 )"),
    (Play("tt.1", None), "( PLAY tt.1 NIL )"),
    (Play("tt.1", ("(mark 2 2)", "noop")), "( PLAY tt.1 ( ( mark 2 2 ) noop ) )"),
    (Play("tt.1", ("noop", "(move (a 1) (b (c d)))")), "( PLAY tt.1 ( noop ( move ( a 1 ) ( b ( c d ) ) ) ) )"),
    (Stop("tt.1", ("(mark 1 3)", "noop")), "( STOP tt.1 ( ( mark 1 3 ) noop ) )"),
    (Stop("tt.1", None), "( STOP tt.1 NIL )"),
    (Abort("tt.1"), "( ABORT tt.1 )"),
    (PlayPercepts("p", 0, None, ()), "( PLAY p 0 NIL NIL )"),
    (PlayPercepts("p", 3, "(bet 2)", ("(card j)", "seen")), "( PLAY p 3 ( bet 2 ) ( ( card j ) seen ) )"),
    (PlayPercepts("p", 1, "noop", ()), "( PLAY p 1 noop ( ) )"),
    (StopPercepts("p", 4, "call", ("(card q)",)), "( STOP p 4 call ( ( card q ) ) )"),
]

TOLERATED: list[tuple[str, Message]] = [
    ("(info)", Info()),
    ("INFO", Info()),
    ("\n(\tInFo\r\n)  ", Info()),
    ("(play m nil)", Play("m", None)),
    ("(Play m Nil)", Play("m", None)),
    ("(PLAY m ())", Play("m", None)),
    ("(PLAY m)", Play("m", None)),
    ("(PLAY tt.1 (( mark 2 2 ) noop ) )", Play("tt.1", ("(mark 2 2)", "noop"))),
    ("(PLAY tt.1 (noop ( mark 1 3 ) ))", Play("tt.1", ("noop", "(mark 1 3)"))),
    ("(play m (((mark 1 2)) (noop)))", Play("m", ("(mark 1 2)", "noop"))),
    ("(play m noop)", Play("m", ("noop",))),
    ("(stop m ; over\n (a b))", Stop("m", ("a", "b"))),
    ("(start Match.7 (Red) ((ROLE Red)(role blue)) 10 5)", Start("Match.7", "Red", "(ROLE Red) (role blue)", 10, 5)),
    ("(play m 0 nil ())", PlayPercepts("m", 0, None, ())),
    ("(play m 2 (a) b)", PlayPercepts("m", 2, "a", ("b",))),
]

REFUSED = {
    "": "holds nothing",
    "(": "never closed",
    "( INFO ) )": "closes nothing",
    "( INFO ) ( INFO )": "2 things",
    "( )": "begins with its name",
    "( ( INFO ) )": "begins with its name",
    "( HELLO )": "no message 'HELLO'",
    "( START m x )": "5 things, here by 2",
    "( START m x rules 1 1 )": "rules belong in parentheses",
    "( START ( m ) x ( ) 1 1 )": "There should be a name",
    "( START m x ( ) ten 1 )": "clock cannot be 'ten'",
    "( START m x ( ) 1 -1 )": "clock cannot be '-1'",
    "( START m x ( ) nan 1 )": "clock cannot be 'nan'",
    "( START m x ( ) inf 1 )": "clock cannot be 'inf'",
    "( START m x ( ) 1e300 1 )": "clock cannot be '1e300'; it may be a number of seconds, up to 86,400",
    "( START m x ( ) 1 86401 )": "clock cannot be '86401'",
    "( PLAY )": "2 things, here by 0",
    "( PLAY m ( a ( ) ) )": "is not a term",
    "( PLAY m ( ( ( a ) b ) ) )": "begins with a name",
    "( PLAY m one noop ( ) )": "turn cannot be 'one'",
    "( PLAY m -1 noop ( ) )": "turn cannot be",
    "( ABORT )": "1 thing, here by 0",
    "( PREVIEW ( ) )": "2 things, here by 1",
}


@pytest.mark.parametrize(("message", "text"), WIRE)
def test_messages_are_written_byte_for_byte_and_read_back(message: Message, text: str) -> None:
    assert write_message(message) == text
    assert read_message(text) == message


@pytest.mark.parametrize(("text", "message"), TOLERATED)
def test_other_spellings_are_understood(text: str, message: Message) -> None:
    assert read_message(text) == message


@pytest.mark.parametrize(("text", "reason"), REFUSED.items())
def test_what_is_no_message_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(MessageError, match=re.escape(reason)):
        read_message(text)


@pytest.mark.parametrize(
    "message",
    [
        Play("two words", None),
        Play("", None),
        Abort("a)b"),
        Start("m", "x", "(role x", 1, 1),
        Start("m", "x y", "", 1, 1),
        Start("m", "x", "", -1, 1),
        Start("m", "x", "", 1, float("inf")),
        Play("m", ("a b",)),
        Play("m", (")(",)),
        PlayPercepts("m", -1, None, ()),
    ],
)
def test_what_cannot_be_written_is_refused(message: Message) -> None:
    with pytest.raises(MessageError):
        write_message(message)


def test_moves_and_infos() -> None:
    assert read_move(" ( mark 2\n2 ) ") == "(mark 2 2)"
    assert read_move("Noop") == "Noop"
    assert read_move("((noop))") == "noop"
    assert write_move("(mark 2 2)") == "( mark 2 2 )"
    assert write_move("noop") == "noop"
    for wrong in ("", "mark 2 2", ")((", "()", "(mark ())", "x" * 200_000):
        with pytest.raises(MessageError):
            read_move(wrong)
    assert write_info("Ludens", "available") == "( ( name Ludens ) ( status available ) )"
    captured = "( ( name SampleMonteCarloGamer ) ( status available ) )"
    assert read_info(captured) == PlayerInfo("SampleMonteCarloGamer", "available")
    assert read_info("((STATUS Busy)(Name Two Words))") == PlayerInfo("Two Words", "busy")
    assert read_info("available") == PlayerInfo("", "available")
    assert write_info("Two Words", "busy") == "( ( name Two Words ) ( status busy ) )"
    for name in ("", "a(b", "a;b"):
        with pytest.raises(MessageError):
            write_info(name, "busy")
    with pytest.raises(MessageError, match="names a status"):
        read_info("( ( name x ) )")
    assert compact("( a  (b ; c\n c) ) d") == "(a (b c)) d"


SYMBOLS = st.from_regex(r"[A-Za-z0-9_+.*<>=-]{1,8}", fullmatch=True).filter(lambda text: text.lower() != "nil")
TERMS = st.recursive(
    SYMBOLS,
    lambda inner: st.tuples(SYMBOLS, st.lists(inner, min_size=1, max_size=3)).map(
        lambda pair: f"({' '.join([pair[0], *pair[1]])})"
    ),
    max_leaves=8,
)
MOVES = st.none() | st.lists(TERMS, min_size=1, max_size=4).map(tuple)
PERCEPTS = st.lists(TERMS, max_size=3).map(tuple)
SHEETS = st.lists(TERMS, max_size=6).map(" ".join)
CLOCKS = st.integers(0, 10_000).map(float) | st.floats(0, LONGEST_CLOCK)
TURNS = st.integers(0, 500)
MESSAGES = st.one_of(
    st.just(Info()),
    st.builds(Preview, SHEETS, CLOCKS),
    st.builds(Start, SYMBOLS, TERMS, SHEETS, CLOCKS, CLOCKS),
    st.builds(Play, SYMBOLS, MOVES),
    st.builds(Stop, SYMBOLS, MOVES),
    st.builds(PlayPercepts, SYMBOLS, TURNS, TERMS, PERCEPTS),
    st.builds(StopPercepts, SYMBOLS, TURNS, TERMS, PERCEPTS),
    st.builds(Abort, SYMBOLS),
)


@settings(max_examples=150, deadline=None)
@given(MESSAGES, st.randoms(use_true_random=False))
def test_every_message_survives_the_wire_in_any_spacing(message: Message, numbers: random.Random) -> None:
    text = write_message(message)
    assert read_message(text) == message
    keyword = text.split()[1]
    spaced = re.sub(r"[ ()]", lambda found: _loose(found.group(), numbers), text)
    assert read_message(spaced.replace(keyword, keyword.swapcase(), 1)) == message
    assert write_message(read_message(spaced)) == text


def _loose(sign: str, numbers: random.Random) -> str:
    spaces = "".join(numbers.choices(" \t\n\r", k=numbers.randrange(3)))
    return f"{spaces}{sign}" if sign != " " else f"{spaces} "


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="()  ;\n\0ab?PLAYSTOPinfo019.-é", max_size=80) | st.text(max_size=40))
def test_any_text_is_a_message_or_refused(text: str) -> None:
    for reader in (read_message, read_move, read_info):
        with contextlib.suppress(MessageError):
            reader(text)


@pytest.mark.parametrize(
    "text", ["(" * 1_000_000, ")" * 1_000_000, "()" * 500_000, f"( PLAY m {'(' * 90_000}{')' * 90_000} )"]
)
def test_a_million_parentheses_are_refused_at_once(text: str) -> None:
    begin = time.process_time()
    with pytest.raises(MessageError):
        read_message(text)
    assert time.process_time() - begin < 1.0
