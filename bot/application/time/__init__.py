"""Do by itself what is due in matches (deadlines, reminders, ends), and keep outages out of the clocks."""
