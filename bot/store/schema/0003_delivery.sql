-- What is committed is what people see: whoever is owed a message is a row, written with the change that owes it.
-- A match counts its changes, keeps all its options, and remembers the rules and the content that it was begun with.

CREATE TABLE contents (
    hash TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    tables TEXT NOT NULL -- canonical JSON of seeds/<game>/*.toml
) STRICT;

-- matches, chairs and plies are made anew: they may say more now than their checks allowed.
CREATE TABLE new_matches (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    host INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'live', 'over', 'closed', 'quarantined', 'abandoned')),
    version INTEGER NOT NULL DEFAULT 1, -- counts the changes that were committed
    rules INTEGER NOT NULL DEFAULT 1, -- Game.version
    content TEXT REFERENCES contents, -- NULL until it starts, and for matches from before contents were kept
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

INSERT INTO new_matches (id, game, guild, channel, host, status, version, created, started, ended, seed, dealt, ending)
SELECT id, game, guild, channel, host, CASE status WHEN 'parked' THEN 'quarantined' ELSE status END,
    1 + (SELECT count(*) FROM plies WHERE plies.match = matches.id),
    created, started, ended, seed, dealt, ending
FROM matches;

CREATE TABLE new_chairs (
    match INTEGER NOT NULL REFERENCES matches,
    seat INTEGER NOT NULL, -- in a lobby: counts up as people join
    user INTEGER, -- NULL: nobody, or a computer player; below 0: the pseudonym of somebody whose data was deleted
    computer TEXT, -- the level of a computer player
    deck TEXT NOT NULL, -- id of the chosen deck; '' in a game without decks
    deck_name TEXT NOT NULL DEFAULT '', -- what a deck of one's own was called when it was chosen
    cards TEXT, -- JSON list of card ids, frozen when the match starts
    rank INTEGER, -- Outcome.ranks
    points_before INTEGER, -- on the leaderboard, when the match ended
    points_after INTEGER,
    PRIMARY KEY (match, seat),
    UNIQUE (match, user),
    CHECK (user IS NULL OR computer IS NULL)
) STRICT, WITHOUT ROWID;

INSERT INTO new_chairs (match, seat, user, deck, deck_name, cards, rank, points_before, points_after)
SELECT match, seat, user, deck, deck_name, cards, rank, points_before, points_after FROM chairs;

CREATE TABLE new_plies (
    match INTEGER NOT NULL REFERENCES matches,
    ply INTEGER NOT NULL, -- counted from 1
    seat INTEGER NOT NULL,
    action TEXT, -- in notation; NULL: the seat resigned
    digest TEXT NOT NULL, -- of the state after it
    source TEXT NOT NULL DEFAULT 'interaction' CHECK (source IN ('interaction', 'timer', 'standing', 'computer')),
    interaction INTEGER UNIQUE REFERENCES interactions, -- NULL: nobody pressed
    at INTEGER NOT NULL,
    PRIMARY KEY (match, ply),
    CHECK ((source = 'interaction') = (interaction IS NOT NULL))
) STRICT, WITHOUT ROWID;

INSERT INTO new_plies (match, ply, seat, action, digest, interaction, at)
SELECT match, ply, seat, action, digest, interaction, at FROM plies;

DROP TABLE matches;
DROP TABLE chairs;
DROP TABLE plies;
ALTER TABLE new_matches RENAME TO matches;
ALTER TABLE new_chairs RENAME TO chairs;
ALTER TABLE new_plies RENAME TO plies;

-- At most one lobby or live match in a channel.
CREATE UNIQUE INDEX matches_by_busy_channel ON matches (channel) WHERE status IN ('lobby', 'live');
CREATE INDEX matches_quarantined ON matches (id) WHERE status = 'quarantined';
CREATE INDEX chairs_by_user ON chairs (user);

-- Every option is stored with its match; these are the defaults of the games as they were before this migration.
WITH defaults (game, name, value) AS (VALUES
    ('allocator', 'first_attack', 'on'),
    ('arms_dealer', 'fleet', '25'),
    ('alchemy', 'damage_scoring', 'off'),
    ('tnb', 'overdrive', 'off'),
    ('circuitry', 'charges', '1'),
    ('circuitry', 'teams', 'off'),
    ('circuitry', 'passed_charge_points', 'off'),
    ('circuitry', 'restricted', 'off')
)
INSERT INTO options (match, name, value)
SELECT matches.id, defaults.name, defaults.value
FROM matches JOIN defaults ON defaults.game = matches.game
WHERE true
ON CONFLICT DO NOTHING;

-- What is owed to whom. A row is behind while it shows less than is owed.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    match INTEGER NOT NULL REFERENCES matches,
    kind TEXT NOT NULL CHECK (kind IN ('board', 'hand', 'retired', 'note')),
    -- board: the message in the channel that shows the match, from its lobby to its result
    -- hand: the direct message that shows a seat its hand
    -- retired: an older board, to be reduced to what it told
    -- note: a text that is sent once
    seat INTEGER NOT NULL, -- whose it is; -1: everybody's, in the channel of the match
    owed INTEGER NOT NULL, -- the version of the match that is to be shown
    shown INTEGER NOT NULL DEFAULT 0, -- the version that is shown; 0: none
    channel INTEGER, -- where it hangs; NULL until it was sent
    message INTEGER,
    told_from INTEGER NOT NULL DEFAULT 0, -- the message tells the plies from this one
    told_to INTEGER NOT NULL DEFAULT -1, -- to this one; the deal is ply 0
    called INTEGER NOT NULL DEFAULT -4, -- Position.called when it was sent
    fingerprint TEXT NOT NULL DEFAULT '', -- of a hand as it is shown
    text TEXT, -- of a note
    attempt INTEGER NOT NULL DEFAULT 0, -- how often a message was found to be gone
    failures INTEGER NOT NULL DEFAULT 0, -- in a row; above 0: it may have been sent without our knowing
    trouble TEXT NOT NULL DEFAULT '' CHECK (trouble IN ('', 'wait', 'closed', 'forbidden', 'broken')),
    due REAL NOT NULL DEFAULT 0, -- when it is to be tried
    leased_by TEXT, -- the process that delivers it now
    leased_until REAL NOT NULL DEFAULT 0
) STRICT;

CREATE UNIQUE INDEX outbox_by_seat ON outbox (match, seat, kind) WHERE kind IN ('board', 'hand');
CREATE INDEX outbox_by_match ON outbox (match);
CREATE INDEX outbox_behind ON outbox (due) WHERE shown < owed;

-- A lobby was shown as ply -1. Everything that may be behind is owed once more; -5: whoever is asked at the ply that the
-- board shows has been called.
INSERT INTO outbox (match, kind, seat, owed, channel, message, told_to, called)
SELECT matches.id, 'board', -1, matches.version, boards.channel, boards.message, coalesce(boards.ply, -1),
    CASE WHEN boards.ply IS NULL THEN -4 WHEN boards.ply < 0 THEN -1 ELSE -5 END
FROM matches LEFT JOIN boards ON boards.match = matches.id
WHERE matches.status IN ('lobby', 'live')
    OR (matches.status = 'over' AND boards.ply < (SELECT max(ply) FROM plies WHERE plies.match = matches.id));

INSERT INTO outbox (match, kind, seat, owed, channel, message, told_to)
SELECT chairs.match, 'hand', chairs.seat, matches.version, hands.channel, hands.message, coalesce(hands.ply, -1)
FROM chairs JOIN matches ON matches.id = chairs.match
LEFT JOIN hands ON hands.match = chairs.match AND hands.seat = chairs.seat
WHERE matches.status = 'live'
    OR (matches.status = 'over' AND hands.ply < (SELECT max(ply) FROM plies WHERE plies.match = matches.id));

DROP TABLE boards;
DROP TABLE hands;

-- What people are called where they play, as they last said it themselves.
CREATE TABLE names (
    guild INTEGER NOT NULL,
    user INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (guild, user)
) STRICT, WITHOUT ROWID;
