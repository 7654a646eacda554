"""The commands, one file each; ``group.py`` beside this folder lists them."""
