"""Players who sit in different places: the phrases that they say to each other, and reports to the operator."""
