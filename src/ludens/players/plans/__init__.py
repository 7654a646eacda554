"""Plans of the champion: which there are, what is known of each, and how more is found out.

A plan is an agent with its options, written as everywhere: ``uct(exploration=0.7)``. ``candidates`` lists them,
``evidence`` holds what they scored against plain UCT, ``belief`` draws the conclusions for one game, ``trials`` plays
more games where there is time, and ``words`` says it all in plain words.
"""
