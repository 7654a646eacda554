"""What every rules language offers, so that the rest need not know which one a game is written in.

A language is a folder of its own, such as ``gdl/``, and a line in the table of ``games/loading.py``.
"""
