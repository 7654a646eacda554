"""Rules in other languages are recognised by their text or by the name of their file, and refused with advice."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import ludens
from ludens.cli import app
from ludens.game import SourceError
from ludens.games import GAMES
from ludens.games.catalogue import BuiltIn
from ludens.games.loading import built_in_source
from ludens.gdl.other_languages import refuse_other_languages

LUDII = """// Hex, as it begins in Ludii
(define "Line" 3)
(game "Tic-Tac-Toe" (players 2) (equipment { (board (square 3)) }))
"""
RBG = """// breakthrough
#players = white(100), black(100)
#pieces = e, w, b
#variables =
"""
ZILLIONS = '; a comment\n(game\n  (title "Checkers"))'


@pytest.mark.parametrize(
    ("file", "text", "language"),
    [
        ("a.lud", LUDII, "Ludii's language"),
        ("a.kif", LUDII, "Ludii's language"),
        ("a.txt", '(game "Hex" (players 2))', "Ludii's language"),
        ("a.lud", "", "Ludii's language"),
        ("a.rbg", RBG, "Regular Boardgames"),
        ("a.kif", RBG, "Regular Boardgames"),
        ("a.rbg", "", "Regular Boardgames"),
        ("a.zrf", ZILLIONS, "Zillions of Games' language"),
    ],
)
@pytest.mark.parametrize("command", ["check", "show"])
def test_a_file_is_refused_with_what_to_do(tmp_path: Path, file: str, text: str, language: str, command: str) -> None:
    path = tmp_path / file
    path.write_text(text, "utf-8")
    result = CliRunner().invoke(app, [command, str(path)])
    assert result.exit_code == 2
    assert f"{file} is written in {language}" in result.stderr.replace("the language of ", "")
    assert "Ludens reads GDL" in result.stderr
    assert "ludens new game" in result.stderr


def test_so_is_a_text_and_a_file_that_is_not_there() -> None:
    with pytest.raises(SourceError, match="written in Ludii's language"):
        ludens.load(LUDII)
    with pytest.raises(SourceError, match=r"Cannot read hex\.lud"):
        ludens.load("hex.lud")


def test_no_rulesheet_of_ours_is_taken_for_another_language() -> None:
    for name, entry in GAMES.items():
        if isinstance(entry, BuiltIn):
            refuse_other_languages(built_in_source(name, {}))
