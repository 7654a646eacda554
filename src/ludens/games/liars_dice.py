"""Liar's dice with one hidden die each: claims about both dice that grow until somebody is called a liar."""

from __future__ import annotations

from ludens.game import Turns
from ludens.games.catalogue import BuiltIn, Facts, Whole
from ludens.games.writing import each
from ludens.games.writing import facts as table

DICE = 2


def rules(faces: int) -> str:
    values = range(1, faces + 1)
    claims = [(quantity, face) for quantity in range(1, DICE + 1) for face in values]
    ranks = range(len(claims) + 1)
    return f"""
(role first)
(role second)
(role random)
(opponent first second)
(opponent second first)

{each("face", values)}
{table("rank_of", *((quantity, face, rank) for rank, (quantity, face) in enumerate(claims, start=1)))}
{table("greater", *((high, low) for high in ranks for low in range(high)))}

(<= (player ?player) (opponent ?player ?other))

(<= (base (die ?player ?face)) (player ?player) (face ?face))
(<= (base (to_act ?role)) (role ?role))
(base (last 0))
(<= (base (last ?rank)) (rank_of ?quantity ?face ?rank))
(<= (base (called ?player)) (player ?player))
(<= (input random (roll ?one ?two)) (face ?one) (face ?two))
(<= (input ?player (claim ?quantity ?face)) (player ?player) (rank_of ?quantity ?face ?rank))
(<= (input ?player liar) (player ?player))
(<= (input ?role noop) (role ?role))

(init (to_act random))
(init (last 0))

(<= (legal random (roll ?one ?two)) (true (to_act random)) (face ?one) (face ?two))
(<= (legal ?player (claim ?quantity ?face))
    (player ?player)
    (true (to_act ?player))
    (true (last ?low))
    (rank_of ?quantity ?face ?high)
    (greater ?high ?low))
(<= (legal ?player liar)
    (player ?player)
    (true (to_act ?player))
    (not (true (last 0))))
(<= (legal ?role noop) (role ?role) (not (true (to_act ?role))))

(<= claimed (does ?player (claim ?quantity ?face)))

(<= (next (die first ?one)) (does random (roll ?one ?two)))
(<= (next (die second ?two)) (does random (roll ?one ?two)))
(<= (next (die ?player ?face)) (true (die ?player ?face)))
(<= (next (last ?rank)) (does ?player (claim ?quantity ?face)) (rank_of ?quantity ?face ?rank))
(<= (next (last ?rank)) (true (last ?rank)) (not claimed))
(<= (next (called ?player)) (does ?player liar))
(<= (next (to_act first)) (does random (roll ?one ?two)))
(<= (next (to_act ?other)) (does ?player (claim ?quantity ?face)) (opponent ?player ?other))

(<= (sees first (rolled ?one)) (does random (roll ?one ?two)))
(<= (sees second (rolled ?two)) (does random (roll ?one ?two)))
(<= (sees ?player (played ?other ?move))
    (player ?player)
    (player ?other)
    (does ?other ?move)
    (distinct ?move noop))
(<= (sees ?player (shown ?other ?face))
    (player ?player)
    (does ?caller liar)
    (true (die ?other ?face)))

(<= terminal (true (called ?player)))

(<= (shows ?face) (true (die ?player ?face)))
(<= (both_show ?face) (true (die first ?face)) (true (die second ?face)))
(<= claim_holds (true (last ?rank)) (rank_of 1 ?face ?rank) (shows ?face))
(<= claim_holds (true (last ?rank)) (rank_of 2 ?face ?rank) (both_show ?face))

(<= (wins ?player) (true (called ?player)) (not claim_holds))
(<= (wins ?other) (true (called ?player)) (opponent ?player ?other) claim_holds)
(<= (goal ?player 100) (wins ?player))
(<= (goal ?player 0) (opponent ?player ?other) (wins ?other))
"""


def facts(faces: int) -> Facts:
    return Facts(Turns.SEQUENTIAL, goal_sum=100, max_steps=DICE * faces + 2)


GAME = BuiltIn(
    name="liars_dice",
    title="Liar's dice",
    summary="One hidden die each; claims about both grow until somebody is called a liar.",
    rules=rules,
    facts=facts,
    parameters=(Whole("faces", default=4, lowest=2, highest=6),),
)
