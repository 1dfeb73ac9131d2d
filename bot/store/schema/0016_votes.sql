-- The others say what happens to somebody who has no time left. What players do together stands in the log, too.
-- Tables are made anew: they may say more now than their checks allowed.

CREATE TABLE new_proposals (
    match INTEGER NOT NULL REFERENCES matches,
    made INTEGER NOT NULL, -- the version of the match with it
    kind TEXT NOT NULL CHECK (kind IN ('undo', 'draw', 'abandon', 'seat', 'computer', 'late')),
    seat INTEGER NOT NULL, -- whose it is; who is late
    undoes INTEGER NOT NULL DEFAULT 0, -- how many plies are to be taken back
    offered_to INTEGER, -- the user who may take the seat, or for whom a computer is to play on; NULL: anybody, or neither
    computer TEXT, -- how well the computer plays that is to play on: for the user, or for whoever proposes it
    due REAL NOT NULL, -- when it lapses; of who is late, but for times in which the bot was down since
    verdict TEXT CHECK (verdict IN ('more', 'pass', 'end')), -- of who is late: what it has come to
    PRIMARY KEY (match, made)
) STRICT, WITHOUT ROWID;

CREATE TABLE new_consents (
    match INTEGER NOT NULL,
    made INTEGER NOT NULL,
    seat INTEGER NOT NULL, -- who has answered
    verdict TEXT CHECK (verdict IN ('more', 'pass', 'end')), -- what they have chosen; NULL: they agree
    PRIMARY KEY (match, made, seat),
    FOREIGN KEY (match, made) REFERENCES new_proposals (match, made)
) STRICT, WITHOUT ROWID;

CREATE TABLE new_acts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    match INTEGER NOT NULL REFERENCES matches,
    ply INTEGER NOT NULL, -- after which it was done
    user INTEGER NOT NULL, -- by whom; below 0: the pseudonym of somebody whose data was deleted
    act TEXT NOT NULL CHECK (act IN (
        'ended', 'held', 'revived', 'kicked', 'agreed', 'gave-up', 'took', 'computer', 'more', 'passed', 'out'
    )),
    about INTEGER, -- who was kicked, gave their seat away, or had no time left
    at INTEGER NOT NULL
) STRICT;

INSERT INTO new_proposals (match, made, kind, seat, undoes, offered_to, due)
SELECT match, made, kind, seat, undoes, offered_to, due FROM proposals;
INSERT INTO new_consents (match, made, seat) SELECT match, made, seat FROM consents;
INSERT INTO new_acts (id, match, ply, user, act, about, at) SELECT id, match, ply, user, act, about, at FROM acts;

DROP TABLE consents;
DROP TABLE proposals;
DROP TABLE acts;
ALTER TABLE new_proposals RENAME TO proposals;
ALTER TABLE new_consents RENAME TO consents;
ALTER TABLE new_acts RENAME TO acts;
CREATE INDEX acts_by_match ON acts (match);
