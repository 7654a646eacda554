"""The table of mistakes: each example is found, at its place, and nothing else is claimed to be an error."""

from __future__ import annotations

import pytest

from ludens.gdl import examined, read_rules, reader
from ludens.gdl.mistakes import MISTAKES, Mistake, MistakesError, Problem, Severity, errors, show
from ludens.rules.source import Place, Source

GOOD_SHEET = """(role you)
(lamp 1)
(lamp 2)
(lamp 3)
(<= (legal you (push ?n)) (lamp ?n))
(<= (next (light ?n)) (does you (push ?n)))
(<= (next (light ?n)) (true (light ?n)))
(<= (light ?n) (true (light ?n)))
(<= won (light 1) (light 2))
(<= terminal won)
(<= (goal you 100) won)
"""


def example(mistake: Mistake) -> tuple[Source, Place]:
    text = mistake.example if mistake.alone else GOOD_SHEET + mistake.example
    before = text[: text.index("»")]
    place = Place(before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1)
    return Source(text.replace("»", "")), place


def problems_of(source: Source) -> tuple[list[tuple[str, Place]], str]:
    try:
        found = examined(source)[1]
    except MistakesError as error:
        found = list(error.problems)
    return [(p.code, p.place) for p in found], "\n".join(show(source, p) for p in found)


def test_the_good_sheet_has_only_the_warning_that_light_is_used_in_two_ways() -> None:
    found, _ = problems_of(Source(GOOD_SHEET))
    assert [code for code, _ in found] == ["function-and-relation"]


@pytest.mark.parametrize("code", MISTAKES)
def test_each_example_is_reported_at_its_place(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if code == "too-long":
        monkeypatch.setattr(reader, "MAX_TOKENS", 8)
    source, place = example(MISTAKES[code])
    found, report = problems_of(source)
    assert (code, place) in found, report
    assert f"{place.line}:{place.column}: {MISTAKES[code].severity.value}: " in report


@pytest.mark.parametrize("code", [c for c, m in MISTAKES.items() if m.severity is Severity.ERROR])
def test_each_example_of_an_error_has_no_other_error(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if code == "too-long":
        monkeypatch.setattr(reader, "MAX_TOKENS", 8)
    source, _ = example(MISTAKES[code])
    found, report = problems_of(source)
    assert {c for c, _ in found if MISTAKES[c].severity is Severity.ERROR} == {code}, report


def test_a_report_draws_the_line_with_a_caret() -> None:
    source = Source("(role you)\n(role\tme ?x)", "sheet.kif")
    problem = Problem("not-ground", "no", Place(2, 10))
    assert show(source, problem) == "sheet.kif:2:10: error: no [not-ground]\n    (role me ?x)\n             ^"


def test_the_refusal_lists_every_error_with_its_place() -> None:
    source = Source(GOOD_SHEET + "(<= (a ?x) (lamp 1))\n(<= (goal you 101) (lamp 2))")
    _, problems = read_rules(source)
    assert MistakesError(source, errors(problems)).places == ((12, 8), (13, 15))


@pytest.mark.parametrize(
    ("rule", "place"),
    [
        ("(<= (not (lamp 9)) (lamp 1))", (12, 5)),
        ("(<= (or (lamp 8) (lamp 9)) (lamp 1))", (12, 5)),
        ("(<= (distinct 1 2) (lamp 1))", (12, 5)),
        ("(<= (does you wait) (lamp 1))", (12, 5)),
        ("(<= won (lamp role))", (12, 15)),
        ("(<= won (true (does 1 2)))", (12, 15)),
        ("(<= won (<= (lamp 1) (lamp 2)))", (12, 9)),
        ("(<= won not)", (12, 9)),
    ],
)
def test_words_of_the_language_cannot_be_names_of_the_game(rule: str, place: tuple[int, int]) -> None:
    found, report = problems_of(Source(GOOD_SHEET + rule))
    assert {c for c, _ in found if MISTAKES[c].severity is Severity.ERROR} <= {"keyword-misplaced", "arity"}, report
    assert place in [p for c, p in found if MISTAKES[c].severity is Severity.ERROR], report


@pytest.mark.parametrize(
    "rule",
    [
        "(role)",
        "(<= (next) (lamp 1))",
        "(<= won (true (light 1) (light 2)))",
        "(<= won (not (lamp 1) (lamp 2)))",
        "(<= won (distinct 1))",
        "(<= (terminal now) (lamp 1))",
        "(init (light 1) (light 2))",
    ],
)
def test_wrong_arities_of_words_of_the_language(rule: str) -> None:
    found, report = problems_of(Source(GOOD_SHEET + rule))
    assert {c for c, _ in found if MISTAKES[c].severity is Severity.ERROR} == {"arity"}, report


@pytest.mark.parametrize(
    "rules",
    [
        "(<= (goal you 0) (not (goal you 100)))",
        "(<= (low 1) (lamp 1) (not (high 1)))\n(<= (high 9) (low 1))",
        "(<= (level a) (lamp 1))\n(<= (level b) (not (level a)))\n(<= (level c) (not (level b)))",
        "(<= (at (pair 1 ?n)) (lamp ?n) (not (at (pair 2 ?n))))\n(<= (at (pair 2 ?n)) (lamp ?n))",
    ],
)
def test_negation_that_is_stratified_by_its_arguments_is_accepted(rules: str) -> None:
    found, report = problems_of(Source(GOOD_SHEET + rules))
    assert not [c for c, _ in found if MISTAKES[c].severity is Severity.ERROR], report


@pytest.mark.parametrize(
    "rules",
    [
        "(<= (less ?a ?b) (step ?a ?b))\n(<= (less ?a ?c) (less ?a ?b) (step ?b ?c))\n(step 1 2)",  # left-recursive
        "(<= (even ?b) (step ?a ?b) (odd ?a))\n(<= (odd ?b) (step ?a ?b) (even ?a))\n(even 1)\n(step 1 2)",
        "(<= (tower (on ?n ?t)) (lamp ?n) (small ?t) (tower ?t))\n(tower table)\n(small table)",  # builds terms
    ],
)
def test_recursion_within_the_restriction_is_accepted(rules: str) -> None:
    found, report = problems_of(Source(GOOD_SHEET + rules))
    assert not [c for c, _ in found if MISTAKES[c].severity is Severity.ERROR], report


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("(<= won (true (ligth 1)))", "ever makes ligth with 1 argument true; did you mean light?"),
        ("(<= won (lanp 1))", "no rule defines lanp with 1 argument: it is false; did you mean lamp?"),
        ("(<= (next (light 3)) (does you (pusch 3)))", "is never legal; did you mean push?"),
        ("(<= won (true (light n)) (lamp ?n))", "n never stands in this place; did you mean ?n?"),
        ("(<= won (true (light x)))", "x never stands in this place; did you mean ?x?"),
        ("(init (wire 1 2))\n(init (wire 2 3))\n(<= won (true (wire 1 3)))", "no rule for 'next' looks at wire"),
    ],
)
def test_what_is_hardly_meant_is_told(more: str, message: str) -> None:
    assert message in problems_of(Source(GOOD_SHEET + more))[1]


@pytest.mark.parametrize(
    "more",
    [
        "(<= won (true (light 2)))",
        "(init (wire 1 2))\n(init (wire 2 3))\n(<= (next ?any) (true ?any) (lamp 1))",
        "(init (wire 1))\n(init (wire 2))\n(<= (kept ?n) (true (wire ?n)))\n(<= (next (wire ?n)) (kept ?n))",
        "(init (turn 1))\n(<= (next (turn 2)) (lamp 1))\n(<= won (true (turn 2)))",
    ],
)
def test_what_may_be_meant_is_not_told(more: str) -> None:
    found, _ = problems_of(Source(GOOD_SHEET + more))
    assert not {"never-there", "never-kept"} & {code for code, _ in found}


def test_a_text_in_english_is_not_taken_apart() -> None:
    found, report = problems_of(Source("This is a game (for two) and you play it with a friend."))
    assert [code for code, _ in found] == ["no-rules"]
    assert "not rules, each of which stands in parentheses" in report
