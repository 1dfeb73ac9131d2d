-- What each of those would play who look for others together: it counts for as long as they sit there.

CREATE TABLE wishes (
    match INTEGER NOT NULL REFERENCES matches,
    user INTEGER NOT NULL,
    wish TEXT NOT NULL, -- bot.model.match_request.Wish
    PRIMARY KEY (match, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX wishes_by_user ON wishes (user);

INSERT INTO wishes (match, user, wish)
SELECT gatherings.match, players.user, gatherings.wish
FROM gatherings JOIN matches ON matches.id = gatherings.match JOIN players ON players.match = gatherings.match
WHERE gatherings.wish <> '' AND matches.status = 'lobby' AND players.user IS NOT NULL;

-- Of a match that has begun it means nothing any more.
UPDATE gatherings SET wish = '' WHERE EXISTS (
    SELECT 1 FROM matches WHERE matches.id = gatherings.match AND matches.status NOT IN ('lobby', 'closed')
);

ALTER TABLE gatherings ADD COLUMN merged INTEGER REFERENCES matches; -- the lobby in which those who waited in this one sit
