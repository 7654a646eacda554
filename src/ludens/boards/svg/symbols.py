"""Small pictures of things whose names say what they are: what no font can be trusted to have."""

from __future__ import annotations

from collections.abc import Callable

from ludens.boards.paint import INK, element, paint


def symbol(name: str, x: float, y: float) -> str:
    """The picture of a thing around a point, about 40 wide; empty where there is none."""
    draw = PICTURES.get(name)
    return element("g", draw(), transform=f"translate({x:.2f} {y:.2f})") if draw else ""


def _car() -> str:
    body = "M-21 8v-7q0-3 4-4l5-1 5-7q1-2 4-2h8q3 0 5 2l5 6 4 1q3 1 3 4v8z"
    wheels = "".join(element("circle", cx=x, cy=8, r=4.5, fill="#15130f", stroke="#cbbfae") for x in (-11, 12))
    glass = element("path", d="M-8 -4l4-5.500h5v5.500zM4 -4v-5.500h3.500l4 5.500z", fill="#dceaf5")
    return element("path", d=body, fill=paint("red").face, stroke=paint("red").edge) + glass + wheels


def _goat() -> str:
    horns = element("path", d="M-4 -10q-3 -9 -11 -9q7 3 6 11zM4 -10q3 -9 11 -9q-7 3 -6 11z", fill="#8f8575")
    ears = element("path", d="M-7 -7q-12 -1 -12 7q8 2 13 -3zM7 -7q12 -1 12 7q-8 2 -13 -3z", fill="#c9b99d")
    beard = element("path", d="M-3 10l3 9l3 -9z", fill="#e6dcc9")
    head = element("path", d="M-9 -6q0 -7 9 -7t9 7l-3 15q-2 4 -6 4t-6 -4z", fill="#e6dcc9", stroke="#a39274")
    muzzle = element("ellipse", cx=0, cy=8, rx=5.5, ry=4, fill="#d8b9a6")
    eyes = "".join(element("circle", cx=x, cy=-3, r=1.5, fill=INK) for x in (-4.5, 4.5))
    nose = "".join(element("circle", cx=x, cy=7.5, r=0.9, fill=INK) for x in (-2, 2))
    return horns + ears + beard + head + muzzle + eyes + nose


def _rock() -> str:
    shape = "M-13 5L-9 -7L0 -11L9 -8L13 2L8 9L-8 9Z"
    facets = "M-9 -7L-2 -1L9 -8M-2 -1L-4 9M-2 -1L13 2"
    drawn = element("path", d=shape, fill="#9a9488", stroke="#5d574d", stroke_width=1.5, stroke_linejoin="round")
    return drawn + element("path", d=facets, fill="none", stroke="#6f695f")


def _paper() -> str:
    drawn = element("path", d="M-9 -12H4L10 -6V12H-9Z", fill="#fdfdfb", stroke="#5b5750", stroke_width=1.5)
    drawn += element("path", d="M4 -12V-6H10", fill="none", stroke="#5b5750", stroke_width=1.5)
    return drawn + element("path", d="M-5 -2H6M-5 2.500H6M-5 7H3", stroke="#8b8b8b", stroke_width=1.3)


def _scissors() -> str:
    blades = element("path", d="M-3 4L9 -12M3 4L-9 -12", stroke="#6a7480", stroke_width=3, stroke_linecap="round")
    look = {"fill": "none", "stroke": paint("red").face, "stroke_width": 2.5}
    return blades + "".join(element("circle", "", cx=x, cy=8, r=4, **look) for x in (-5, 5))


PICTURES: dict[str, Callable[[], str]] = {
    "car": _car, "goat": _goat, "rock": _rock, "paper": _paper, "scissors": _scissors,
}  # fmt: skip
