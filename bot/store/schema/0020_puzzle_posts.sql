-- Puzzles that are made here, and the daily one in a channel.

ALTER TABLE puzzles ADD COLUMN made INTEGER NOT NULL DEFAULT 0; -- 1: made here, of no day and in no booklet
CREATE INDEX puzzles_made ON puzzles (game, level) WHERE made = 1;

ALTER TABLE servers ADD COLUMN puzzles INTEGER; -- the channel in which the daily puzzle is posted; NULL: nowhere

-- The daily puzzle as it hangs on a server: one message a day, edited in place as people solve it. A row is behind while
-- it shows less than is owed.
CREATE TABLE puzzle_posts (
    guild INTEGER NOT NULL,
    day TEXT NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER, -- NULL: not sent yet
    owed INTEGER NOT NULL DEFAULT 1, -- counts the changes that are to be shown
    shown INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0, -- in a row; above 0: it may have been sent without our knowing
    trouble TEXT NOT NULL DEFAULT '' CHECK (trouble IN ('', 'wait', 'forbidden', 'broken')),
    due REAL NOT NULL, -- when it is to be tried
    PRIMARY KEY (guild, day)
) STRICT, WITHOUT ROWID;

CREATE INDEX puzzle_posts_behind ON puzzle_posts (due) WHERE shown < owed;
