"""`/setup` and `/admin`: what managers of a server choose and do."""
