"""Games tried out without people: simulated, replayed as a text, looked at."""
