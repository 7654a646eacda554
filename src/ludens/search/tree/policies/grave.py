"""GRAVE (Cazenave 2015): RAVE with the AMAF values of the last node above that has been visited often."""

from __future__ import annotations

import numpy as np

from ludens.engine.kernels.compiling import bare_part
from ludens.engine.kernels.random_stream import Random
from ludens.search.tree.arrays import Tree
from ludens.search.tree.policies import rave
from ludens.search.tree.policies.selection import Candidate, Parameters, Selection, same_move


@bare_part
def score(tree: Tree, parameters: Parameters, candidate: Candidate, random: Random) -> float:
    amaf = tree.amaf[same_move(tree, candidate.reference, candidate.role, candidate.edge)]
    return rave.blended(parameters, candidate, amaf["total"], np.int64(amaf["visits"]))


GRAVE = Selection("grave", score, rave.PARAMETERS, amaf=True)
