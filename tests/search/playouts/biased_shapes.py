"""Rock, paper, scissors, once, in which rock wins more than the others do."""

BIASED_SHAPES = """
(role row) (role column) (init open)
(beats rock scissors 100) (beats scissors paper 75) (beats paper rock 75) (rest 100 0) (rest 75 25)
(<= (legal ?player ?shape) (role ?player) (true open) (beats ?shape ?other ?goal))
(<= (next (chosen ?player ?shape)) (does ?player ?shape))
(<= terminal (not (true open)))
(<= (won row ?goal) (true (chosen row ?one)) (true (chosen column ?two)) (beats ?one ?two ?goal))
(<= (won column ?goal) (true (chosen column ?one)) (true (chosen row ?two)) (beats ?one ?two ?goal))
(<= decided (won ?player ?goal))
(<= (goal ?player ?goal) (won ?player ?goal))
(<= (goal row ?rest) (won column ?goal) (rest ?goal ?rest))
(<= (goal column ?rest) (won row ?goal) (rest ?goal ?rest))
(<= (goal ?player 50) (role ?player) (not decided))
"""
"""The equilibrium is a quarter rock, half paper, a quarter scissors."""
