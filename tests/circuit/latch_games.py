"""Small games in which a latch decides the result, or one role's share of it, before the end."""

from __future__ import annotations

LAMP = """
    (role a) (role b) (init (turn 1)) (init (free a))
    (succ 1 2) (succ 2 3) (succ 3 4)
    (<= (legal ?r wait) (role ?r)) (<= (legal a light) (true (free a))) (<= (legal b light) (not (true (free a))))
    (<= (next (turn ?n)) (true (turn ?m)) (succ ?m ?n))
    (<= (next (free a)) (not (true (free a)))) (<= (next idle) (true (free a)))
    (<= (next (lit ?r)) (true (lit ?r)))
    (<= (next (lit ?r)) (does ?r light) (not lit_already))
    (<= lit_already (true (lit ?r)))
    (<= terminal (true (turn 4)))
    (<= (goal ?r 90) (true (lit ?r)))
    (<= (goal ?r 20) (role ?r) (true (lit ?other)) (distinct ?r ?other))
    (<= (goal ?r 40) (role ?r) (not lit_already))
"""
"""Who lights the lamp first gets 90 and the other 20; the game goes on for three turns all the same."""

LEAVING = """
    (role a) (role b) (role c) (init (turn 1)) (succ 1 2) (succ 2 3) (succ 3 4)
    (<= (legal ?r stay) (role ?r)) (<= (legal ?r leave) (role ?r) (not (true (left ?r))))
    (<= (next (turn ?n)) (true (turn ?m)) (succ ?m ?n))
    (<= (next (left ?r)) (true (left ?r))) (<= (next (left ?r)) (does ?r leave))
    (<= terminal (true (turn 4)))
    (<= (goal ?r 0) (true (left ?r)))
    (<= (goal ?r 60) (role ?r) (not (true (left ?r))))
"""
"""Three roles, each of which loses its share when it leaves, whatever becomes of the others."""
