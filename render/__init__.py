"""Pictures and texts of a table, made from Views and nothing else."""
