"""The games and playing them: rules as data, random words, engines, players, runs."""
