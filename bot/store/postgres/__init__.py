"""The store on a PostgreSQL server, with the driver psycopg."""
