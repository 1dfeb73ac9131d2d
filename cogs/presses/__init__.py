"""What pressing a button, choosing in a menu or sending a form does."""
