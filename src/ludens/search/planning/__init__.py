"""Games for one player: lines of play that reach a goal, found by search, by learnt rollouts and by answer sets."""
