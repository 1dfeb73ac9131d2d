"""T&B: two small boards, and attacks that everybody sees coming (`seeds/tnb/rulebook.md`)."""
