-- Decks of one's own. A match keeps what it was begun with (chairs.cards); nothing here refers to a match.

CREATE TABLE decks (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice: a lobby that names a deleted deck finds no other one
    user INTEGER NOT NULL,
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    cards TEXT NOT NULL -- JSON list of card ids; may break the game's deck rule while it is being built
) STRICT;

CREATE INDEX decks_by_user ON decks (user);

-- The deck that a user plays when none is named: a ready-made one, or one of their own.
CREATE TABLE default_decks (
    user INTEGER NOT NULL,
    game TEXT NOT NULL,
    deck TEXT NOT NULL, -- as in chairs.deck
    PRIMARY KEY (user, game)
) STRICT, WITHOUT ROWID;

-- Every interaction that changed a deck, so that none acts twice.
CREATE TABLE deck_interactions (
    id INTEGER PRIMARY KEY,
    deck INTEGER NOT NULL
) STRICT;

-- What a deck of one's own was called when it was chosen; '' for a ready-made one.
ALTER TABLE chairs ADD COLUMN deck_name TEXT NOT NULL DEFAULT '';
