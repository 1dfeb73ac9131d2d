-- Who sits at a match is called a player, as everywhere else.

ALTER TABLE chairs RENAME TO players;
DROP INDEX chairs_by_user;
CREATE INDEX players_by_user ON players (user);
