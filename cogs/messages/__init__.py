"""What messages say and show: pure functions of a match and of what somebody may see of it."""
