"""The handlers of buttons, menus and forms."""
