-- What those who manage a server choose for it, and what they do to matches.

ALTER TABLE servers ADD COLUMN channels TEXT NOT NULL DEFAULT ''; -- where matches may be opened, by ids; '': everywhere
ALTER TABLE servers ADD COLUMN starters INTEGER; -- the role that may open matches; NULL: everybody
ALTER TABLE servers ADD COLUMN most INTEGER; -- lobbies and live matches at once; NULL: any number
ALTER TABLE servers ADD COLUMN threads TEXT NOT NULL DEFAULT 'free' CHECK (threads IN ('free', 'always', 'never'));

ALTER TABLE matches ADD COLUMN held INTEGER NOT NULL DEFAULT 0; -- 1: quarantined by an admin

-- What was done with a match besides playing it: it stands in its log.
CREATE TABLE acts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    match INTEGER NOT NULL REFERENCES matches,
    ply INTEGER NOT NULL, -- after which it was done
    user INTEGER NOT NULL, -- by whom; below 0: the pseudonym of somebody whose data was deleted
    act TEXT NOT NULL CHECK (act IN ('ended', 'held', 'revived', 'kicked')),
    about INTEGER, -- who was kicked
    at INTEGER NOT NULL
) STRICT;

CREATE INDEX acts_by_match ON acts (match);
CREATE INDEX matches_busy_by_guild ON matches (guild) WHERE status IN ('lobby', 'live', 'quarantined');
