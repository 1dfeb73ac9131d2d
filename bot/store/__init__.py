"""The database, in a SQLite file or on a PostgreSQL server: connections, migrations, and SQL by subject."""
