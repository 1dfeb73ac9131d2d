-- The pace of a match, and the time of each of its seats. Moments are seconds since 1970-01-01 UTC.

ALTER TABLE matches ADD COLUMN pace TEXT NOT NULL DEFAULT 'none'; -- bot.model.pace.Pace

-- Only of matches in which time is counted.
CREATE TABLE clocks (
    match INTEGER NOT NULL REFERENCES matches,
    seat INTEGER NOT NULL,
    remaining REAL NOT NULL, -- seconds it has from the next time that it runs, or had when it began to run
    since REAL NOT NULL, -- when its seat was asked last
    deadline REAL, -- when it runs out; NULL while it stands still
    counted REAL NOT NULL, -- until when times in which the bot was down have been counted into the deadline
    lapsed INTEGER NOT NULL, -- the latest ply that was made because it had run out; -1: none
    remind REAL, -- when its seat is called again; NULL: not before it is asked anew
    reminded INTEGER NOT NULL, -- how often it was called again since it last acted
    muted INTEGER NOT NULL, -- 1: it is not to be called before it is asked anew
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX clocks_running ON clocks (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX clocks_reminding ON clocks (remind) WHERE remind IS NOT NULL;

-- Until when the bot is known to have lived; one row.
CREATE TABLE lifetime (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    lived REAL NOT NULL
) STRICT;

ALTER TABLE preferences ADD COLUMN waking TEXT NOT NULL DEFAULT 'always'; -- bot.model.active_hours.Waking
ALTER TABLE preferences ADD COLUMN reminders INTEGER DEFAULT 86400; -- seconds until they are called again; NULL: never

ALTER TABLE servers ADD COLUMN paces TEXT NOT NULL DEFAULT 'none live correspondence'; -- which matches may have
