"""Parameters as users type them, and values spread over them."""

from __future__ import annotations

import math

import pytest

from ludens.arena.tuning.parameters import Parameter, read_space, written
from ludens.game import LudensError
from ludens.players import check_agent


def only(text: str, agent: str = "uct_mast") -> Parameter:
    return read_space(agent, [text]).parameters[0]


def test_a_wide_range_of_positive_numbers_is_logarithmic() -> None:
    wide = only("exploration=0.05..5")
    assert wide.is_logarithmic
    assert [wide.at(place) for place in (0, 0.5, 1)] == [0.05, 0.5, 5]
    assert only("exploration=0.2..2").is_logarithmic
    for text in ("exploration=0.3..2", "exploration=0..2"):
        assert not only(text).is_logarithmic
    assert only("exploration=0..2").at(0.25) == 0.5


def test_whole_numbers_stay_whole() -> None:
    lanes = only("lanes=1..512")
    found = [lanes.at(step / 9) for step in range(10)]
    assert found == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]
    assert all(type(value) is int for value in found)
    assert lanes.size == 512


def test_lists_of_words_truths_and_numbers() -> None:
    assert only("guide=mast|ngrams|history").listed == ("mast", "ngrams", "history")
    assert only("solver=true|false").listed == (True, False)
    assert only("exploration=0.1|0.4|1").listed == (0.1, 0.4, 1.0)
    assert only("guide=mast|ngrams|history").at(0.5) == "ngrams"


@pytest.mark.parametrize("text", ["exploration=0.0123..97", "exploration=0..3", "lanes=2..60", "guide=mast|ngrams"])
def test_place_is_the_inverse_of_at(text: str) -> None:
    parameter = only(text)
    for step in range(101):
        value = parameter.at(step / 100)
        assert parameter.at(parameter.place(value)) == value
        if parameter.ends:
            assert parameter.ends[0] <= float(value) <= parameter.ends[1]


def test_rounding_does_not_leave_the_range() -> None:
    parameter = only("exploration=0.123456..0.987654")
    assert (parameter.at(0), parameter.at(1)) == (0.123456, 0.987654)


def test_agents_are_named_with_their_values() -> None:
    space = read_space(
        "uct_mast(lanes=8, exploration=1)", ["exploration=0.05..2", "guide=mast|ngrams", "solver=no|yes"]
    )
    assert space.start() == (1.0, "mast", True)
    name = space.named((0.25, "ngrams", False))
    assert name == "uct_mast(lanes=8, exploration=0.25, guide=ngrams, solver=false)"
    options = check_agent(name)[1]
    assert [getattr(options, option) for option in ("lanes", "exploration", "guide", "solver")] == [
        8, 0.25, "ngrams", False,
    ]  # fmt: skip


def test_the_start_is_the_nearest_value_that_may_be_tried() -> None:
    assert read_space("uct", ["exploration=0.5..2"]).start() == (0.5,)
    assert read_space("uct", ["choice=mean|secure"]).start() == ("mean",)


def test_one_parameter_is_spread_as_a_grid() -> None:
    found = [values[0] for values in read_space("uct", ["exploration=0.01..1"]).spread(5, 0)]
    assert found == [0.01, 0.03162, 0.1, 0.3162, 1.0]


def test_few_combinations_are_all_tried() -> None:
    space = read_space("uct_mast", ["guide=mast|ngrams", "decisive=0..2"])
    assert space.spread(6, 0) == [(guide, number) for guide in ("mast", "ngrams") for number in (0, 1, 2)]
    assert len(read_space("uct_mast", ["lanes=1..4"]).spread(16, 0)) == 4


def test_several_parameters_are_spread_as_a_latin_hypercube() -> None:
    space = read_space("uct_mast", ["exploration=0.01..1", "epsilon=0..1", "guide=mast|ngrams"])
    found = space.spread(8, 3)
    assert found == space.spread(8, 3) != space.spread(8, 4)
    for column in (0, 1):
        places = [space.parameters[column].place(values[column]) for values in found]
        assert sorted(math.floor(place * 8 + 1e-3) for place in places) == list(range(8))
    assert [values[2] for values in found].count("mast") == 4


def test_values_as_one_types_them() -> None:
    assert [written(value) for value in (True, 2.0, 0.05, 7, "mast", 1e9)] == [
        "true",
        "2",
        "0.05",
        "7",
        "mast",
        "1000000000",
    ]


@pytest.mark.parametrize(
    ("agent", "texts", "message"),
    [
        ("uct", [], "Which parameter of uct do you want to tune? It has lanes, "),
        ("random", ["a=1..2"], "random has no options to tune."),
        ("uct", ["explorations=1..2"], "There is no option of uct called 'explorations'. Did you mean exploration"),
        ("uct", ["exploration"], "should have the form name=low..high or name=one|another"),
        ("uct", ["exploration="], "should have the form"),
        ("uct", ["exploration=2..1"], "2..1 is not a range, because 1 is not above 2"),
        ("uct", ["exploration=1..x"], "exploration cannot be 'x'; it may be a number from 0 to 100."),
        ("uct", ["exploration=0..101"], "exploration cannot be 101.0; it may be a number from 0 to 100."),
        ("uct", ["exploration=nan..1"], "exploration cannot be nan"),
        ("uct", ["lanes=1..2.5"], "lanes cannot be '2.5'; it may be a whole number from 1 to 16384."),
        ("uct", ["exploration=1"], "there is nothing to tune with one value"),
        ("uct", ["exploration=1|1|2"], "a value of 1|1|2 is repeated"),
        ("uct", ["solver=false..true"], "solver has no range: it may be true or false."),
        ("uct", ["choice=visits|most"], "choice cannot be 'most'; it may be visits, mean, secure, mixed or"),
        ("uct", ["lanes=1..2", "lanes=3..4"], "The parameter lanes is given twice."),
        ("uctt", ["lanes=1..2"], "There is no agent called 'uctt'."),
    ],
)
def test_mistakes_are_told(agent: str, texts: list[str], message: str) -> None:
    with pytest.raises(LudensError) as caught:
        read_space(agent, texts)
    assert message in str(caught.value)
