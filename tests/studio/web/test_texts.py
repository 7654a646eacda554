"""What the pages say stands in their texts, once for every language, and nowhere else."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import ludens.studio
from ludens.players.options import described
from ludens.studio.learn.lessons import LESSONS
from ludens.studio.learn.routes import CIRCUITS
from tests.studio.scripts import STATIC, Token, literals, paths, texts_of
from tests.studio.speaking import SECTIONS

LANGUAGES = sorted(path.stem for path in (STATIC / "js" / "texts").glob("*.js") if path.stem != "counting")
ENGLISH = paths(texts_of("en"))
STUDIO = Path(ludens.studio.__file__).parent
SCRIPTS = [path for path in sorted(STATIC.rglob("*.js")) if path.parts[-3] != "texts" and path.parent.name != "texts"]
SCRIPTS.remove(STATIC / "js" / "texts.js")


def name(path: Path) -> str:
    return path.relative_to(STATIC).as_posix()


def test_there_are_languages() -> None:
    assert LANGUAGES == ["de", "en"]
    entry = (STATIC / "js" / "texts.js").read_text("utf-8")
    assert set(LANGUAGES) == set(
        re.findall(r"\b(\w+): [A-Z]+\b", entry.partition("LANGUAGES = {")[2].partition("}")[0])
    )


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_a_language_has_every_text_with_the_same_arguments(language: str) -> None:
    found = {path: count for path, count in paths(texts_of(language)).items() if path[0] not in SECTIONS}
    assert sorted(ENGLISH.keys() - found.keys()) == [], "English is spoken here, for want of a translation"
    assert sorted(found.keys() - ENGLISH.keys()) == []
    assert {path: count for path, count in found.items() if count != ENGLISH[path]} == {}


def aliases(text: str) -> dict[str, tuple[str, ...]]:
    """What a script calls the texts and their sections: ``const SAY = TEXTS.play;``."""
    found: dict[str, tuple[str, ...]] = {"TEXTS": ()}
    for alias, source, rest in re.findall(r"const (\w+) = (\w+)((?:\.\w+)*);", text):
        if source in found:
            found[alias] = (*found[source], *rest.split(".")[1:])
    return found


def used(script: Path) -> set[tuple[str, ...]]:
    """The texts that a script names, and sections of which it takes what some key says, or everything."""
    text = script.read_text("utf-8")
    names, found = aliases(text), set[tuple[str, ...]]()
    for inside, source, rest in re.findall(r"const \{ ([^}]*) \} = (\w+)((?:\.\w+)*);", text):
        if source in names:
            found |= {(*names[source], *rest.split(".")[1:], one.strip()) for one in inside.split(",")}
    for source, rest, end in re.findall(r"(?<![\w.])(\w+)((?:\.\w+)+)([\[;)]?)", text):
        if source in names and (end != ";" or _known((*names[source], *rest.split(".")[1:])) in ENGLISH):
            found.add(_known((*names[source], *rest.split(".")[1:])))
    chosen = {names[source] for source in re.findall(r"(?<![\w.])(\w+)\[", text) if source in names}
    return (found - set(names.values())) | chosen | {path for path in names.values() if path in ENGLISH}


def _known(path: tuple[str, ...]) -> tuple[str, ...]:
    """As much of a path as leads to a text: what follows is a method of a string or a list."""
    return next((path[:end] for end in range(1, len(path) + 1) if path[:end] in ENGLISH), path)


@pytest.mark.parametrize("script", SCRIPTS, ids=name)
def test_texts_that_a_page_uses_are_there(script: Path) -> None:
    there = {path[:end] for path in ENGLISH for end in range(1, len(path) + 1)}
    assert used(script) - there - {("point",)} == set()
    words = set(re.findall(r"\bterm\(\"(\w+)\"\)", script.read_text("utf-8")))
    assert {word for word in words if ("words", word) not in ENGLISH} == set()


def test_every_text_is_used() -> None:
    needed = {path for script in SCRIPTS for path in used(script)}
    assert [path for path in ENGLISH if not any(path[:end] in needed for end in range(1, len(path) + 1))] == []


AT_START = {"settings.py", "serving.py", "lock.py", "schema.py"}
"""Files whose messages are read in a terminal."""


def raised(path: Path) -> set[str]:
    """The messages that a module raises as errors, as sentences with gaps."""
    calls = (one.exc for one in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(one, ast.Raise))
    arguments = [one for call in calls if isinstance(call, ast.Call) for one in call.args]
    either = [
        one for argument in arguments for one in (argument.values if isinstance(argument, ast.BoolOp) else [argument])
    ]
    found = {_template(one) for one in either}
    return {text for text in found if " " in text}


def _template(node: ast.AST) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(str(one.value) if isinstance(one, ast.Constant) else "{}" for one in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_what_the_studio_answers_is_translated(language: str) -> None:
    texts = texts_of(language)["messages"]
    assert isinstance(texts, dict)
    modules = [path for path in sorted(STUDIO.rglob("*.py")) if path.name not in AT_START]
    said = {text for path in modules for text in raised(path)}
    assert len(said) > 40
    known = [re.compile(".+".join(map(re.escape, text.split("{}")))) for text in texts]
    assert sorted(text for text in said if not any(one.fullmatch(text) for one in known)) == []


def test_what_lessons_say_is_there_and_nothing_else() -> None:
    sources = "".join(path.read_text("utf-8") for path in sorted((STUDIO / "learn").rglob("*.py")))
    steps = {path[1] for path in ENGLISH if path[0] == "steps"}
    assert {step for step in steps if f'"{step}"' not in sources} == set()
    assert {path[1] for path in ENGLISH if path[0] == "lessons"} == {*LESSONS, CIRCUITS}
    examples = {example.name for lesson in LESSONS.values() for example in lesson.examples}
    assert {path[1] for path in ENGLISH if path[0] == "examples"} == {*examples, "small_board"}
    for lesson in LESSONS.values():
        for knob in described(lesson.knobs):
            assert ("lessons", lesson.name, "knobs", knob.name) in ENGLISH
            for choice in knob.choices:
                assert ("lessons", lesson.name, "choices", choice) in ENGLISH


SHOWN = re.compile(r"text|title|placeholder|aria-label|label|alt|heading|yes|aside")
NO_WORDS = re.compile(
    r"Arrow\w+|Enter|Escape|Tab|Shift|Files|[A-Z]+|Ludens|M\d.*|https?:|\((?:prefers|min|max)-.*|rules:\0|ludens\.\S*|en"
    r"|(?:[\w.:()\[\]>*-]|, )*\b(?:input|select|textarea|script|dialog)\b.*"
)
"""Keys, methods, paths, addresses, names of what is kept, and selectors."""


def spoken(text: str, before: list[Token]) -> bool:
    """Whether a literal is meant for people: it is a sentence, a word with a capital, or put where it is shown."""
    words = text.strip()
    if not re.search(r"[A-Za-z]{2}", words) or NO_WORDS.fullmatch(words):
        return False
    if len(before) > 1 and before[-1].text == ":" and SHOWN.fullmatch(before[-2].text):
        return True
    if re.match(r"[A-Z][a-z]+($|[ ,.:?!…])", words) or re.search(r"[a-z]{2}[.?!…:]( |$)|[a-z], [a-z]", words):
        return True
    return len(before) > 1 and before[-1].text == "(" and before[-2].text in ("toast", "button", "failed")


@pytest.mark.parametrize("script", [path for path in SCRIPTS if path.name != "starter.js"], ids=name)
def test_no_english_is_left_in_a_page(script: Path) -> None:
    found = [text for text, before in literals(script.read_text("utf-8")) if spoken(text, before)]
    assert found == []


def test_the_check_for_english_finds_some() -> None:
    page = 'el("p", { text: "hello" }); toast(`${name} is saved.`); button("", go, { title: "One step on" }); el("i");'
    assert [text for text, before in literals(page) if spoken(text, before)] == ["hello", "\0 is saved.", "One step on"]


def test_the_shell_says_nothing_itself() -> None:
    shell = (STATIC / "index.html").read_text("utf-8")
    without = re.sub(r"<noscript>.*?</noscript>|<title>Ludens</title>|<span>Ludens</span>", "", shell)
    assert re.findall(r">\s*([^<>\s$][^<>$]*)<", without) == []
    assert re.findall(r'(?:aria-label|title|alt)="([^"]+)"', without) == []
