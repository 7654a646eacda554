"""An evaluation for any game: features read off its rules, weights learnt from play, summed in machine code."""
