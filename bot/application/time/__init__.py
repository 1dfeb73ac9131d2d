"""Do what comes due in matches, such as deadlines, reminders and ends, and leave outages out of the clocks."""
