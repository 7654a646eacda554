"""Agents for games in which several roles choose at once."""
