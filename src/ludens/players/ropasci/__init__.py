"""Agents for RoPaSci 360."""
