"""Draw pictures and write texts of a table, from views alone."""
