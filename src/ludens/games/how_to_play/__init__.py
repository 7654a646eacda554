"""How a game is played, in words for people: from its page in the documentation, or else from its rules."""

from ludens.games.how_to_play.explained import how_to_play
from ludens.games.how_to_play.instructions import HowToPlay

__all__ = ["HowToPlay", "how_to_play"]
