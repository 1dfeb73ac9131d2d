"""Content packs: games of the catalog with tables that a server's designers have changed."""
