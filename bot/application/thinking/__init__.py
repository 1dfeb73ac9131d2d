"""Computer players, hints and analyses, and the processes in which they are computed."""
