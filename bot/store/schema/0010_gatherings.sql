-- How players gather: who is asked to a lobby, how many are to sit there, and when it closes by itself. Who has blocked
-- whom: they are not seated together by us.

CREATE TABLE gatherings (
    match INTEGER PRIMARY KEY REFERENCES matches,
    wanted INTEGER, -- it begins by itself once so many sit there; NULL: when its host says so
    rematch INTEGER REFERENCES matches, -- the match that is played once more
    closes REAL NOT NULL, -- when the lobby closes by itself
    lapsed INTEGER NOT NULL DEFAULT 0 -- 1: it did
) STRICT;

CREATE INDEX gatherings_by_rematch ON gatherings (rematch) WHERE rematch IS NOT NULL;

-- Lobbies from before this stand for a week.
INSERT INTO gatherings (match, closes) SELECT id, created + 7 * 86400 FROM matches WHERE status = 'lobby';

CREATE TABLE invitations (
    match INTEGER NOT NULL REFERENCES matches,
    user INTEGER NOT NULL,
    place INTEGER, -- of the seats in their order; NULL: it is drawn
    answer TEXT CHECK (answer IN ('asked', 'declined')), -- NULL: was not asked, but keeps a seat
    PRIMARY KEY (match, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX invitations_by_user ON invitations (user);

CREATE TABLE blocks (
    user INTEGER NOT NULL,
    other INTEGER NOT NULL, -- whom the user does not want to play with
    PRIMARY KEY (user, other)
) STRICT, WITHOUT ROWID;

CREATE INDEX blocks_by_other ON blocks (other);
