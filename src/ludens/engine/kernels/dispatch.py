"""A function that kernels choose by number while they run."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from ludens.engine.kernels.compiling import bare_part


def one_of(functions: Sequence[Callable[..., Any]]) -> Callable[..., Any]:
    """A part that calls the function with a number: ``one_of((f, g))(1, x)`` is ``g(x)``.

    All take and return the same kinds of values. Numba cannot look a function up in a tuple, so what it compiles is
    a text of comparisons: ``if number == 0: return function_0(x)`` and so on, the last without a condition.
    """
    names = ", ".join(inspect.signature(functions[0]).parameters)
    calls = [f"return function_{number}({names})" for number in range(len(functions))]
    lines = [*(f"if number == {number}: {call}" for number, call in enumerate(calls[:-1])), calls[-1]]
    space: dict[str, Any] = {f"function_{number}": function for number, function in enumerate(functions)}
    space["__name__"] = __name__
    exec(f"def chosen(number, {names}):\n" + "\n".join(f"    {line}" for line in lines), space)
    chosen: Callable[..., Any] = bare_part(space["chosen"])
    return chosen
