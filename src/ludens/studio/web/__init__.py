"""The web server: routes, sockets, safety, limits."""
