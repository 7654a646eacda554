#!/usr/bin/env python3
"""A program that plays any game at random, by the text protocol of Ludens (docs/protocol.md). It needs Python alone.

ludens match connect_four 'program:python3 examples/random_engine.py' uct --seconds 1
"""

import random
import sys


def say(line):
    print(line, flush=True)  # without flush the other side waits for ever


legal = []
for line in sys.stdin:
    word, _, rest = line.rstrip("\n").partition(" ")
    if word == "ludens":  # the first line: who are you, and what can you play?
        say("id random engine")
        say("can hidden")  # games in which you are told what you see instead of the position
        say("ready")
    elif word == "seed":
        random.seed(int(rest))
    elif word == "begin":  # the game has been described: name, roles, rules, your seat
        say("ready")
    elif word == "legal":  # one of your legal moves here
        legal.append(rest)
    elif word == "go":  # your turn; rest is, for example, "seconds 1"
        say(f"info moves {len(legal)}")  # shown in records; "info value 70" would be the goal you expect
        say(f"move {random.choice(legal)}")
        legal = []
    elif word == "quit":
        break
    # "position", "played" and all other words: see docs/protocol.md; a random player needs none of them
