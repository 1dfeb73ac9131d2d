"""The text, pictures and buttons of messages: pure functions of a match and the viewer's knowledge."""
