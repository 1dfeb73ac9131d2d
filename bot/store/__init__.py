"""The database: one SQLite file, its lock, its migrations, and all SQL, a module for each subject."""
