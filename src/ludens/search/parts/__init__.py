"""Games that fall into independent parts: each solved by itself, and their values combined."""
