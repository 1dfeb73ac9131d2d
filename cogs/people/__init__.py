"""The commands of a person for themselves: `/settings`, `/block`, `/data` and `/privacy`."""
