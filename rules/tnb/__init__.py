"""T&B: two small boards, and attacks that everyone sees coming (`seeds/tnb/rulebook.md`)."""
