-- Matches, what was played in them, what came of it, and where it is shown on Discord.
-- Users, servers, channels, messages and interactions are Discord's ids. Times are seconds since 1970-01-01 UTC.

CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    host INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'live', 'over', 'closed', 'parked')),
    created INTEGER NOT NULL,
    started INTEGER,
    ended INTEGER,
    seed INTEGER, -- below 2^63; secret; NULL until the match starts
    dealt TEXT, -- digest of the state before the first ply
    ending TEXT, -- Outcome.ending
    CHECK ((seed IS NULL) = (dealt IS NULL)),
    CHECK (status IN ('lobby', 'closed') OR seed IS NOT NULL),
    CHECK ((status = 'over') = (ending IS NOT NULL))
) STRICT;

-- At most one lobby or live match in a channel.
CREATE UNIQUE INDEX matches_by_busy_channel ON matches (channel) WHERE status IN ('lobby', 'live');

CREATE TABLE options (
    match INTEGER NOT NULL REFERENCES matches,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (match, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE chairs (
    match INTEGER NOT NULL REFERENCES matches,
    seat INTEGER NOT NULL, -- in a lobby: counts up as people join
    user INTEGER NOT NULL,
    deck TEXT NOT NULL, -- id of the chosen deck; '' in a game without decks
    cards TEXT, -- JSON list of card ids, frozen when the match starts
    rank INTEGER, -- Outcome.ranks
    points_before INTEGER, -- on the leaderboard, when the match ended
    points_after INTEGER,
    PRIMARY KEY (match, seat),
    UNIQUE (match, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX chairs_by_user ON chairs (user);

-- Every interaction that changed something, so that none acts twice.
CREATE TABLE interactions (
    id INTEGER PRIMARY KEY,
    match INTEGER NOT NULL REFERENCES matches
) STRICT;

CREATE INDEX interactions_by_match ON interactions (match);

CREATE TABLE plies (
    match INTEGER NOT NULL REFERENCES matches,
    ply INTEGER NOT NULL, -- counted from 1
    seat INTEGER NOT NULL,
    action TEXT, -- in notation; NULL: the seat resigned
    digest TEXT NOT NULL, -- of the state after it
    interaction INTEGER NOT NULL UNIQUE REFERENCES interactions,
    at INTEGER NOT NULL,
    PRIMARY KEY (match, ply)
) STRICT, WITHOUT ROWID;

CREATE TABLE ratings (
    guild INTEGER NOT NULL,
    game TEXT NOT NULL,
    user INTEGER NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    games INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    PRIMARY KEY (guild, game, user)
) STRICT, WITHOUT ROWID;

-- The message in the channel that shows the match, as it was after a ply (-1: the lobby).
CREATE TABLE boards (
    match INTEGER PRIMARY KEY REFERENCES matches,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    ply INTEGER NOT NULL
) STRICT;

-- The direct message that shows a seat its hand.
CREATE TABLE hands (
    match INTEGER NOT NULL REFERENCES matches,
    seat INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
