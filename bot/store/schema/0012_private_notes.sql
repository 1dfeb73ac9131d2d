-- What somebody notes for themselves in a match: shown on their hand, and nowhere else.

CREATE TABLE private_notes (
    match INTEGER NOT NULL REFERENCES matches,
    user INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (match, user)
) STRICT, WITHOUT ROWID;
