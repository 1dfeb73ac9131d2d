-- The board of a match goes on in place, and moves down only when it is out of sight. Whoever is asked and does not act
-- for as long as they like is called by a message of its own, which goes when they act.

CREATE TABLE preferences (
    user INTEGER PRIMARY KEY,
    patience INTEGER, -- seconds before they are called; NULL: never
    theme TEXT NOT NULL DEFAULT 'dark' -- of pictures that they alone see
) STRICT;

CREATE TABLE servers (
    guild INTEGER PRIMARY KEY,
    theme TEXT NOT NULL DEFAULT 'dark' -- of pictures that everybody sees
) STRICT;

CREATE TABLE deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    match INTEGER NOT NULL REFERENCES matches,
    kind TEXT NOT NULL CHECK (kind IN ('board', 'hand', 'retired', 'call', 'note')),
    -- board: the message in the channel that shows the match, from its lobby to its result
    -- hand: the direct message that shows a seat its hand
    -- retired: an older board, to be taken down; an older lobby, to be reduced to what it told
    -- call: a message in the channel that calls a seat which is asked: 1 owed: to be sent when it is due; 2: to be
    --     taken down
    -- note: a text that is sent once
    seat INTEGER NOT NULL, -- whose it is; -1: everybody's, in the channel of the match
    owed INTEGER NOT NULL, -- the version of the match that is to be shown
    shown INTEGER NOT NULL DEFAULT 0, -- the version that is shown; 0: none
    channel INTEGER, -- where it hangs; NULL until it was sent
    message INTEGER,
    called INTEGER NOT NULL DEFAULT -4, -- of a board: Position.called as it is shown; of a call: the ply that asked
    fingerprint TEXT NOT NULL DEFAULT '', -- of a hand as it is shown
    text TEXT, -- of a note
    attempt INTEGER NOT NULL DEFAULT 0, -- how often a message was found to be gone
    failures INTEGER NOT NULL DEFAULT 0, -- in a row; above 0: it may have been sent without our knowing
    trouble TEXT NOT NULL DEFAULT '' CHECK (trouble IN ('', 'wait', 'closed', 'forbidden', 'broken')),
    due REAL NOT NULL DEFAULT 0, -- when it is to be tried
    leased_by TEXT, -- the process that delivers it now
    leased_until REAL NOT NULL DEFAULT 0
) STRICT;

INSERT INTO deliveries (
    id, match, kind, seat, owed, shown, channel, message, called, fingerprint, text, attempt, failures, trouble, due
)
SELECT id, match, kind, seat, owed, shown, channel, message, called, fingerprint, text, attempt, failures, trouble, due
FROM outbox;

DROP TABLE outbox;
ALTER TABLE deliveries RENAME TO outbox;

CREATE UNIQUE INDEX outbox_by_seat ON outbox (match, seat, kind) WHERE kind IN ('board', 'hand');
CREATE INDEX outbox_by_match ON outbox (match);
CREATE INDEX outbox_behind ON outbox (due) WHERE shown < owed;
