"""Keep the preferences, names, blocks and other stored data of people."""
