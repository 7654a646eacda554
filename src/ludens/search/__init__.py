"""Parts of search algorithms, by algorithm; what several share lies beside them."""
