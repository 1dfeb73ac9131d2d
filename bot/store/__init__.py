"""Where matches are kept: one SQLite file, its lock, its migrations, and all SQL, a file for each subject."""
