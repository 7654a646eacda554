"""Gumbel AlphaZero (Danihelka et al. 2022): a network learns what a small search makes of its own play.

Thousands of games are searched at once, all on one device with PyTorch. It is for games in turns; several roles that
choose at once learn by looking one move ahead (``learning/selfplay.py``).
"""
