"""Computer players. They decide from the view of their own seat alone."""
