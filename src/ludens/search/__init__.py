"""Parts of search algorithms, as plain functions."""
