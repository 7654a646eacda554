"""Games with hidden information: information sets, beliefs, and searches on them."""
