"""The selection policies: how a role chooses among its moves in the tree.

One file each. To add one, write a file with its score function and its declaration (``selection.py`` says what they
are, ``ucb1.py`` is the shortest example), and one line in the table of ``tree/policy.py``.
"""
