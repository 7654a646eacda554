"""The table of selection policies, and a policy with its parameters, as agents ask for it."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.compiling import bare_part
from ludens.search.tree.policies.exp3 import EXP3 as EXP3
from ludens.search.tree.policies.grave import GRAVE as GRAVE
from ludens.search.tree.policies.greedy import GREEDY as GREEDY
from ludens.search.tree.policies.progressive_history import PROGRESSIVE_HISTORY as PROGRESSIVE_HISTORY
from ludens.search.tree.policies.rave import RAVE as RAVE
from ludens.search.tree.policies.regret_matching import REGRET_MATCHING as REGRET_MATCHING
from ludens.search.tree.policies.roulette import ROULETTE as ROULETTE
from ludens.search.tree.policies.selection import MOST_PARAMETERS, Parameters, Selection
from ludens.search.tree.policies.thompson import THOMPSON as THOMPSON
from ludens.search.tree.policies.ucb1 import UCB1 as UCB1
from ludens.search.tree.policies.ucb1_tuned import UCB1_TUNED as UCB1_TUNED

SELECTIONS = tuple(found for found in list(globals().values()) if isinstance(found, Selection))
"""Every policy that is imported above."""

SCORES = tuple(dict.fromkeys(selection.score for selection in SELECTIONS))
PROVEN_SCORES = tuple(dict.fromkeys(selection.proven for selection in SELECTIONS))
MIXED_STRATEGIES = tuple(selection.mixed for selection in SELECTIONS if selection.mixed)
"""The functions of policies, each once. Kernels are told their numbers."""

DRAWN = np.array([any(one.drawn for one in SELECTIONS if one.score is score) for score in SCORES])
"""Of each score whether chance is in it."""

NOT_MIXED = -1
"""In place of the number of a mixed strategy: there is none."""


class KernelPolicy(NamedTuple):
    """A policy as kernels take it: numbers of its functions, the values of its parameters, and see ``Policy``."""

    score: int
    proven: int
    mixed: int
    parameters: NDArray[np.float64]
    urgency: float
    grandfather: bool
    reference: int
    ripe: int
    reduction: float
    proofs: float
    minimax: float
    lent: float


@bare_part
def parameters_of(policy: KernelPolicy) -> Parameters:
    """The values of the policy's parameters, read once: in a loop that writes they would be read again and again."""
    values = policy.parameters
    return values[0], values[1], values[2], values[3]


class _Fields(NamedTuple):
    selection: Selection
    parameters: tuple[float, ...]
    urgency: float
    grandfather: bool
    reference: int
    ripe: int
    certain: bool
    reduction: float
    proofs: float
    minimax: float
    lent: float


class Policy(_Fields):
    """A selection policy with its parameters, and what the descent offers to all policies.

    ``urgency``: the value of a move that has not been tried. ``grandfather``: it is what it was two steps earlier, if
    it was possible there. ``reference``: visits that make a node's AMAF values good enough for those below (GRAVE).
    ``ripe``: a node has edges after so many lanes have ended there. ``certain``: values are proven where they can be,
    and a proven value is taken as it is, without exploration. ``reduction``: unless it is negative, a move that has not
    been tried is worth so much less than the node is on average (first-play urgency: Gelly and Wang 2006). ``proofs``:
    the weight of the term of proof numbers. ``minimax``: the weight α of implicit minimax values. ``lent``: the part of
    its mean that an edge keeps while a lane is under way; none makes that a virtual loss.
    """

    __slots__ = ()

    def __new__(
        cls,
        selection: Selection = UCB1,
        *,
        urgency: float = math.inf,
        grandfather: bool = False,
        reference: int = 50,
        ripe: int = 1,
        certain: bool = True,
        reduction: float = -1.0,
        proofs: float = 0.0,
        minimax: float = 0.0,
        lent: float = 0.0,
        **parameters: float,
    ) -> Policy:
        """The policy with these values of its own parameters, by name; the others have their usual ones."""
        if unknown := parameters.keys() - selection.parameters.keys():
            raise TypeError(f"{selection.name} has no parameter {min(unknown)}")
        values = tuple(float(value) for value in {**selection.parameters, **parameters}.values())
        own = (selection, values, urgency, grandfather, reference, ripe, certain, reduction, proofs, minimax, lent)
        return super().__new__(cls, *own)

    @property
    def is_mixed(self) -> bool:
        """Whether chances are learnt where several roles choose at once."""
        return self.selection.mixed is not None

    @property
    def needs_proofs(self) -> bool:
        """Whether proof numbers are kept."""
        return self.proofs > 0 and self.certain

    def for_kernels(self) -> KernelPolicy:
        """The same in numbers."""
        selection = self.selection
        assert selection in SELECTIONS, f"{selection.name} has no line in the table of policies"
        return KernelPolicy(
            SCORES.index(selection.score),
            PROVEN_SCORES.index(selection.proven),
            MIXED_STRATEGIES.index(selection.mixed) if selection.mixed else NOT_MIXED,
            np.array(self.parameters + (0.0,) * (MOST_PARAMETERS - len(self.parameters)), dtype=np.float64),
            self.urgency,
            self.grandfather,
            self.reference,
            self.ripe,
            float(self.reduction),
            float(self.proofs),
            float(self.minimax),
            float(self.lent),
        )
