-- Leaderboards that are found, not sorted: the points of each rating, and how many players have each number of them.

ALTER TABLE ratings ADD COLUMN points INTEGER NOT NULL DEFAULT 0; -- bot.ratings.Rating.points of mu and sigma

-- Halves, which hardly occur, are rounded up here and to even numbers by the program.
UPDATE ratings SET points = CASE
    WHEN mu - 3 * sigma <= -25 THEN 0
    ELSE CAST(round(1000 + 40 * (mu - 3 * sigma)) AS INTEGER)
END;

-- A page of a leaderboard is a piece of this.
CREATE INDEX ratings_by_points ON ratings (guild, game, points DESC, games DESC, user, wins);

CREATE TABLE players_by_points (
    guild INTEGER NOT NULL,
    game TEXT NOT NULL,
    points INTEGER NOT NULL,
    players INTEGER NOT NULL, -- 0 where nobody is left
    PRIMARY KEY (guild, game, points)
) STRICT, WITHOUT ROWID;

INSERT INTO players_by_points (guild, game, points, players)
SELECT guild, game, points, count(*) FROM ratings GROUP BY guild, game, points;
