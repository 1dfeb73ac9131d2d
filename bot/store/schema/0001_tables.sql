-- Every table of the database. Users, guilds, channels, messages and interactions are known by Discord's ids.
-- Moments (..._at) are seconds since 1970-01-01 UTC. A truth value is 0 or 1.


-- Matches

-- A row is the card tables of a game as matches were started with them; matches share it.
CREATE TABLE contents (
    hash TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    tables_json TEXT NOT NULL -- canonical JSON of seeds/<game>/*.toml
) STRICT;

-- A row is the rulebook of a game as matches were started with it; matches share it.
CREATE TABLE rulebooks (
    hash TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    markdown TEXT NOT NULL -- seeds/<game>/rulebook.md
) STRICT;

-- A row is a content pack of a server: the tables and the rulebook of a game as a designer has changed them.
CREATE TABLE packs (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never used twice: matches.game of its matches is like 'tnb.17'
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL, -- the game of the catalog whose rules are played
    name TEXT NOT NULL,
    edition TEXT NOT NULL, -- the designer's version of it
    rules_version INTEGER NOT NULL, -- Game.version for which it was made
    content_hash TEXT NOT NULL REFERENCES contents,
    rulebook_hash TEXT NOT NULL REFERENCES rulebooks,
    user_id INTEGER, -- who uploaded it; NULL: a deleted user
    uploaded_at INTEGER NOT NULL,
    interaction_id INTEGER NOT NULL UNIQUE, -- that uploaded it: it does so once
    retired_at INTEGER -- NULL: new matches can be played with it
) STRICT;

CREATE INDEX packs_by_guild ON packs (guild_id);
CREATE INDEX packs_by_user ON packs (user_id);

-- A row is a comparison of two drafts of a game on a server: matches draw one of them by lot, until a question is answered.
CREATE TABLE comparisons (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    first_game TEXT NOT NULL, -- Game.key: of the catalog, or of a pack
    second_game TEXT NOT NULL,
    question TEXT NOT NULL CHECK (question IN ('seats', 'length', 'draws', 'again')),
    mode TEXT NOT NULL CHECK (mode IN ('lot', 'both')), -- both: the same players play both drafts
    most_matches INTEGER NOT NULL, -- that are counted
    user_id INTEGER, -- the designer who began it; NULL: a deleted user
    began_at INTEGER NOT NULL,
    interaction_id INTEGER NOT NULL UNIQUE, -- that began it: it does so once
    ended_at INTEGER, -- NULL: it runs
    verdict TEXT CHECK (verdict IN ('more', 'less', 'alike', 'most', 'ended', 'retired')),
    CHECK ((ended_at IS NULL) = (verdict IS NULL))
) STRICT;

CREATE INDEX comparisons_by_guild ON comparisons (guild_id);
CREATE INDEX comparisons_by_user ON comparisons (user_id);

-- A row is a match, from its lobby to its result.
CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    tag TEXT NOT NULL, -- random: after a restore or a lost file another match has the same id, and another tag
    game TEXT NOT NULL, -- Game.key: of the catalog, or of a pack
    guild_id INTEGER NOT NULL, -- 0: it is played in direct messages with the bot, or in_conversation
    channel_id INTEGER NOT NULL,
    in_conversation INTEGER NOT NULL DEFAULT 0 CHECK (in_conversation IN (0, 1)), -- 1: the bot can only answer there
    host_id INTEGER NOT NULL, -- the user who opened it; below 0: a deleted user's pseudonym
    status TEXT NOT NULL CHECK (status IN ('lobby', 'live', 'over', 'closed', 'quarantined', 'abandoned')),
    held_by_admin INTEGER NOT NULL DEFAULT 0 CHECK (held_by_admin IN (0, 1)), -- 1: an admin quarantined it
    version INTEGER NOT NULL DEFAULT 1, -- counts the committed changes that all may see
    revision INTEGER NOT NULL DEFAULT 1, -- counts all of them: whoever changes a match compares it
    pace TEXT NOT NULL, -- bot.model.pace.Pace
    created_at INTEGER NOT NULL,
    started_at INTEGER,
    ended_at INTEGER,
    rules_version INTEGER, -- Game.version
    content_hash TEXT REFERENCES contents,
    rulebook_hash TEXT REFERENCES rulebooks,
    puzzle_json TEXT, -- the puzzle with whose position it begins; the seed decides what that hides; NULL: none
    seed TEXT, -- secret; 32 hexadecimal digits; made of the next two, or that of fork_of
    deal_secret TEXT, -- secret; 64 hexadecimal digits, drawn with the lobby (bot.model.commitment)
    deal_message_id INTEGER, -- of the message that showed a hash of deal_secret; mixed into the seed; NULL: none
    is_open INTEGER NOT NULL DEFAULT 1 CHECK (is_open IN (0, 1)), -- 0: a player forbids others to replay it
    fork_of INTEGER REFERENCES matches, -- the finished match from which it goes on; NULL: it began with its own deal
    fork_ply INTEGER, -- how many of its plies were in force
    computer_seed INTEGER, -- secret; decides what computers choose, and no card; NULL where none plays
    initial_digest TEXT, -- of the state before the first ply
    ending TEXT, -- Outcome.ending
    rated_guild_id INTEGER, -- the server of its rating list; 0: the one over all servers; NULL: not rated
    rated_rules TEXT CHECK (rated_rules IN ('house', 'as-written', 'custom')), -- of its rating list; NULL: not rated
    cleared_at INTEGER, -- when its log, deal and texts were deleted for its age; NULL: they are there
    is_folded INTEGER NOT NULL DEFAULT 0 CHECK (is_folded IN (0, 1)), -- 1: `deeds` has, or had, what people did in it
    CHECK ((started_at IS NULL) = (rules_version IS NULL)),
    CHECK ((started_at IS NULL) = (content_hash IS NULL)),
    CHECK ((started_at IS NULL) = (rulebook_hash IS NULL)),
    CHECK ((started_at IS NULL OR cleared_at IS NOT NULL) = (seed IS NULL)),
    CHECK ((started_at IS NULL OR cleared_at IS NOT NULL) = (initial_digest IS NULL)),
    CHECK ((cleared_at IS NULL) = (deal_secret IS NOT NULL)),
    CHECK (cleared_at IS NULL OR ended_at IS NOT NULL),
    CHECK (puzzle_json IS NULL OR seed IS NOT NULL),
    CHECK ((fork_of IS NULL) = (fork_ply IS NULL)),
    CHECK (status IN ('lobby', 'closed') OR started_at IS NOT NULL),
    CHECK ((status = 'over') = (ending IS NOT NULL))
) STRICT;

CREATE INDEX matches_by_channel ON matches (channel_id, status);
-- A channel has at most one lobby or live match.
CREATE UNIQUE INDEX matches_by_busy_channel ON matches (channel_id) WHERE status IN ('lobby', 'live') AND (guild_id <> 0 OR in_conversation = 1);
CREATE INDEX matches_by_status ON matches (status, guild_id, channel_id);
CREATE INDEX matches_to_clear ON matches (ended_at) WHERE ended_at IS NOT NULL AND cleared_at IS NULL;
CREATE INDEX matches_to_fold ON matches (id) WHERE is_folded = 0 AND status IN ('over', 'abandoned');
CREATE INDEX matches_by_end ON matches (guild_id, ended_at) WHERE status = 'over';
CREATE INDEX matches_by_rated_end ON matches (rated_guild_id, ended_at) WHERE status = 'over';

-- A row is the value of one option of a match.
CREATE TABLE match_options (
    match_id INTEGER NOT NULL REFERENCES matches,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (match_id, name)
) STRICT, WITHOUT ROWID;

-- A row is a seat of a match and its present player.
CREATE TABLE players (
    match_id INTEGER NOT NULL REFERENCES matches,
    seat INTEGER NOT NULL, -- in a lobby: the order of joining
    user_id INTEGER, -- below 0: a deleted user's pseudonym; NULL: a computer
    computer_level TEXT, -- NULL: a person
    place_guild_id INTEGER, -- the server with the board of the seat; 0: direct messages; NULL: that of the match
    place_channel_id INTEGER, -- the channel with the board of the seat; NULL: that of the match
    since_version INTEGER NOT NULL DEFAULT 0, -- the version of the match at which they took the seat over; 0: never
    pinged_turn INTEGER, -- the turn or round in which they were last pinged; NULL: never
    deck_id TEXT NOT NULL, -- a ready-made deck, or '#17' for decks.id 17; '' in a game without decks
    deck_name TEXT NOT NULL, -- the name of their own deck when they chose it; '' for a ready-made one
    deck_is_random INTEGER NOT NULL CHECK (deck_is_random IN (0, 1)), -- 1: drawn, since they chose none
    deck_cards_json TEXT, -- list of card ids, frozen when the match starts
    final_rank INTEGER, -- of Outcome.ranks
    points_before INTEGER, -- on the leaderboard, when the match ended
    points_after INTEGER,
    own_plies INTEGER, -- of a match with a result: how many plies of the seat they decided; NULL: it changed hands
    timed_out_plies INTEGER, -- how many were played since their time was up
    lost_on_time INTEGER CHECK (lost_on_time IN (0, 1)), -- 1: the seat was given up since their time was up
    ended_at INTEGER, -- matches.ended_at of a match that is over or abandoned: a user's matches are found in order; else NULL
    PRIMARY KEY (match_id, seat),
    UNIQUE (match_id, user_id),
    CHECK ((user_id IS NULL) = (computer_level IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX players_by_user ON players (user_id, ended_at, match_id);
CREATE INDEX players_by_place ON players (place_channel_id) WHERE place_channel_id IS NOT NULL;
CREATE INDEX players_by_server ON players (place_guild_id) WHERE place_guild_id IS NOT NULL;

-- A row is a player who gave up a seat of a match. Having seen its hand, they cannot take another one.
CREATE TABLE former_players (
    match_id INTEGER NOT NULL REFERENCES matches,
    until_version INTEGER NOT NULL, -- the version of the match at which the next player took the seat over
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL, -- below 0: a deleted user's pseudonym
    points_before INTEGER, -- on the leaderboard, when the match ended and cost them points
    points_after INTEGER,
    PRIMARY KEY (match_id, until_version)
) STRICT, WITHOUT ROWID;

CREATE INDEX former_players_by_user ON former_players (user_id);

-- A row is an interaction that changed a match. Its key keeps one from acting twice.
CREATE TABLE interactions (
    id INTEGER PRIMARY KEY,
    match_id INTEGER NOT NULL REFERENCES matches
) STRICT;

CREATE INDEX interactions_by_match ON interactions (match_id);

-- A row is a ply of a match: its log.
CREATE TABLE plies (
    match_id INTEGER NOT NULL REFERENCES matches,
    ply INTEGER NOT NULL, -- counted from 1
    seat INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('action', 'resignation', 'undo', 'draw')),
    action TEXT, -- in notation
    undone_plies INTEGER NOT NULL DEFAULT 0, -- of an undo: how many of the plies in force it takes back
    redraws INTEGER NOT NULL DEFAULT 0 CHECK (redraws IN (0, 1)), -- of an undo: 1: hidden cards are shuffled again
    digest TEXT NOT NULL, -- of the state after it
    source TEXT NOT NULL CHECK (source IN ('interaction', 'timer', 'pre-move', 'computer', 'fork')),
    interaction_id INTEGER UNIQUE REFERENCES interactions,
    played_at INTEGER NOT NULL,
    PRIMARY KEY (match_id, ply),
    CHECK ((kind = 'action') = (action IS NOT NULL)),
    CHECK ((source = 'interaction') = (interaction_id IS NOT NULL))
) STRICT, WITHOUT ROWID;

-- A row is an entry of a match's log besides its plies: by an admin, or by players together.
CREATE TABLE admin_actions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    match_id INTEGER NOT NULL REFERENCES matches,
    after_ply INTEGER NOT NULL,
    action TEXT NOT NULL CHECK (action IN (
        'ended', 'held', 'revived', 'kicked', 'agreed', 'gave-up', 'left', 'claimed', 'idle', 'took', 'computer',
        'more', 'passed', 'out', 'unrated'
    )),
    user_id INTEGER NOT NULL, -- who did it; below 0: a deleted user's pseudonym
    target_user_id INTEGER, -- who was kicked, gave up the seat, was out of time or absent
    acted_at INTEGER NOT NULL
) STRICT;

CREATE INDEX admin_actions_by_match ON admin_actions (match_id);

-- A row is a proposal to the other players of a match: it happens once they agree.
CREATE TABLE proposals (
    match_id INTEGER NOT NULL REFERENCES matches,
    made_version INTEGER NOT NULL, -- the version of the match that has it
    kind TEXT NOT NULL CHECK (kind IN ('undo', 'draw', 'abandon', 'break', 'seat', 'computer', 'late', 'claim')),
    seat INTEGER NOT NULL, -- who proposes; of 'late' and 'claim': who is out of time
    undone_plies INTEGER NOT NULL DEFAULT 0, -- how many plies to take back
    target_user_id INTEGER, -- who may take the seat, or whom a computer replaces; NULL: anyone, or nobody
    computer_level TEXT, -- of the computer that replaces them, or the proposer, or that takes the absent player's seat
    due_at REAL NOT NULL, -- when it expires; of 'late' and 'claim': without later outages
    verdict TEXT CHECK (verdict IN ('more', 'pass', 'end')), -- of 'late' and 'claim': the result
    PRIMARY KEY (match_id, made_version)
) STRICT, WITHOUT ROWID;

-- A row is one seat's answer to a proposal.
CREATE TABLE proposal_answers (
    match_id INTEGER NOT NULL,
    made_version INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    verdict TEXT CHECK (verdict IN ('more', 'pass', 'end')), -- NULL: the seat agrees
    PRIMARY KEY (match_id, made_version, seat),
    FOREIGN KEY (match_id, made_version) REFERENCES proposals
) STRICT, WITHOUT ROWID;

-- A row is a pre-move: it is played as soon as its window opens. Only its own seat may know it.
CREATE TABLE pre_moves (
    match_id INTEGER NOT NULL REFERENCES matches,
    seat INTEGER NOT NULL,
    answer TEXT NOT NULL, -- in notation
    since_ply INTEGER NOT NULL, -- the ply after which it was set
    due_at REAL, -- when it is played; NULL: its window is not open
    PRIMARY KEY (match_id, seat, answer)
) STRICT, WITHOUT ROWID;

CREATE INDEX pre_moves_due ON pre_moves (due_at) WHERE due_at IS NOT NULL;

-- A row is the clock of a seat. A match without a clock has none.
CREATE TABLE clocks (
    match_id INTEGER NOT NULL REFERENCES matches,
    seat INTEGER NOT NULL,
    remaining_seconds REAL NOT NULL, -- when it starts next, or when it started
    asked_at REAL NOT NULL, -- when the seat was asked last
    deadline_at REAL, -- NULL: it stands still
    pauses_counted_until REAL NOT NULL, -- outages up to this moment are in deadline_at
    unshown_seconds REAL NOT NULL, -- how much later it runs out than the messages on Discord show
    timed_out_ply INTEGER NOT NULL, -- the latest ply that was played because time was up; -1: none
    remind_at REAL, -- NULL: no reminder is due
    reminders INTEGER NOT NULL, -- how many since the seat acted last
    muted INTEGER NOT NULL CHECK (muted IN (0, 1)), -- 1: no ping until the seat is asked again
    untold_seconds REAL NOT NULL, -- how long it stood still because its player could not be told
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX clocks_running ON clocks (deadline_at) WHERE deadline_at IS NOT NULL;
CREATE INDEX clocks_reminding ON clocks (remind_at) WHERE remind_at IS NOT NULL;

-- A row is a pause: since when something cannot be played, so that no clock counts. The reason says what: everything,
-- since the bot was last known to be up while anything ran by the clock; a lost shard of the connection to Discord, and if
-- it is shard 0, also whoever's hand is shown in a direct message; a server or channel that the bot cannot get to any more;
-- the clock of a seat whose player cannot be told of their turn. A holiday of a user and a break on which the players of a
-- match have agreed end by themselves, and stay: they are left out of a clock whenever it is next looked at.
-- Several processes have no row for everything: their lost shards say it.
CREATE TABLE pauses (
    reason TEXT NOT NULL CHECK (reason IN ('down', 'lost', 'absent', 'untold', 'holiday', 'agreed')),
    first_id INTEGER NOT NULL, -- of a shard: its number; of a place: the server; of a seat or a break: the match; of a holiday: the user
    second_id INTEGER NOT NULL, -- of a shard: with how many the bot was connected; of a place: the channel, 0: all; the seat; the second in which a holiday or break began
    since REAL NOT NULL, -- of a holiday: perhaps in the future
    ends_at REAL, -- of a holiday or a break; NULL: unknown
    PRIMARY KEY (reason, first_id, second_id)
) STRICT, WITHOUT ROWID;

-- The one row is the latest write by which the bot checked that it can write.
CREATE TABLE pulse (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    beat_at REAL NOT NULL
) STRICT;

-- A row is a process of the bot. It has died if it gave no sign of life until then.
CREATE TABLE processes (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL, -- its host and its number there
    first_shard INTEGER, -- of its shards; NULL: it has them all, or it has died and they are known to be lost
    last_shard INTEGER,
    shard_count INTEGER,
    serves INTEGER NOT NULL DEFAULT 0 CHECK (serves IN (0, 1)), -- 1: all its shards have connected
    alive_until REAL NOT NULL
) STRICT, WITHOUT ROWID;

-- A row is work that one process does while it lives, and no other one.
CREATE TABLE leases (
    work TEXT NOT NULL CHECK (
        work IN ('outbox', 'duties', 'computers', 'puzzles', 'reports', 'tournaments', 'logins', 'seasons', 'comparisons')
    ),
    work_key INTEGER NOT NULL, -- a match; of puzzles, reports, seasons and comparisons: a server; a tournament; of logins: a rate limit key
    process_id TEXT NOT NULL,
    PRIMARY KEY (work, work_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX leases_by_process ON leases (process_id);

-- A row is a server that the bot has joined and not welcomed yet.
CREATE TABLE pending_welcomes (
    guild_id INTEGER PRIMARY KEY
) STRICT;

-- A row is a match of a series: two players meet several times with sides swapped.
CREATE TABLE series_matches (
    match_id INTEGER PRIMARY KEY REFERENCES matches,
    first_match_id INTEGER NOT NULL REFERENCES matches, -- the one whose lobby began the series
    game_number INTEGER NOT NULL, -- counted from 1
    best_of INTEGER NOT NULL CHECK (best_of IN (2, 3, 5)), -- 2: both drafts of a comparison
    UNIQUE (first_match_id, game_number)
) STRICT;

-- A row is a match of a comparison, with what it has drawn.
CREATE TABLE comparison_matches (
    match_id INTEGER PRIMARY KEY REFERENCES matches,
    comparison_id INTEGER NOT NULL REFERENCES comparisons,
    is_second INTEGER NOT NULL CHECK (is_second IN (0, 1)), -- 1: it plays the second draft
    firsts_before INTEGER, -- how many matches had drawn the first draft then; NULL: it plays what another one did not draw
    seconds_before INTEGER, -- how many had drawn the second
    value REAL, -- the number that the comparison asks for; NULL: it does not count, or not yet
    counted_at REAL,
    CHECK ((firsts_before IS NULL) = (seconds_before IS NULL)),
    CHECK ((value IS NULL) = (counted_at IS NULL))
) STRICT;

CREATE INDEX comparison_matches_by_comparison ON comparison_matches (comparison_id);

-- A row is a user's private note about a match, shown below their own hand and nowhere else.
CREATE TABLE private_notes (
    match_id INTEGER NOT NULL REFERENCES matches,
    user_id INTEGER NOT NULL,
    note TEXT NOT NULL,
    PRIMARY KEY (match_id, user_id)
) STRICT, WITHOUT ROWID;

-- A row is a user who watches a live match: they are told its turning points.
CREATE TABLE watchers (
    match_id INTEGER NOT NULL REFERENCES matches,
    user_id INTEGER NOT NULL,
    known_chances_json TEXT NOT NULL, -- each seat's chance to win, as the last message gave it
    PRIMARY KEY (match_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX watchers_by_user ON watchers (user_id);


-- Lobbies

-- A row is how the lobby of a match fills up and closes.
CREATE TABLE lobby_settings (
    match_id INTEGER PRIMARY KEY REFERENCES matches,
    player_count INTEGER, -- the match starts with as many players; NULL: when its host says so
    rematch_of INTEGER REFERENCES matches,
    merged_into INTEGER REFERENCES matches, -- the lobby that its players were moved to
    match_request TEXT NOT NULL, -- bot.model.match_request.Wish: open to everyone it suits; '': not open
    closes_at REAL NOT NULL,
    expired INTEGER NOT NULL CHECK (expired IN (0, 1)), -- 1: it closed because closes_at passed
    code TEXT NOT NULL DEFAULT '', -- with which anyone can join from any place; '': none
    comparison_id INTEGER REFERENCES comparisons -- that draws the cards of the match; NULL: its host chooses them
) STRICT;

CREATE UNIQUE INDEX lobby_settings_by_code ON lobby_settings (code) WHERE code <> '';
CREATE INDEX lobby_settings_by_rematch ON lobby_settings (rematch_of) WHERE rematch_of IS NOT NULL;

-- A row is a user who is invited to a lobby, or has a reserved seat in it.
CREATE TABLE invitations (
    match_id INTEGER NOT NULL REFERENCES matches,
    user_id INTEGER NOT NULL,
    seat_position INTEGER, -- in the order of the seats; NULL: drawn
    answer TEXT CHECK (answer IN ('asked', 'declined')), -- NULL: has a reserved seat without an invitation
    direct_channel_id INTEGER, -- the direct messages in which they are asked; NULL: they are asked where the lobby is
    PRIMARY KEY (match_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX invitations_by_user ON invitations (user_id);

-- A row is what one player in an open lobby would play. It goes when the match starts.
CREATE TABLE match_requests (
    match_id INTEGER NOT NULL REFERENCES matches,
    user_id INTEGER NOT NULL,
    request TEXT NOT NULL, -- bot.model.match_request.MatchRequest
    PRIMARY KEY (match_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX match_requests_by_user ON match_requests (user_id);

-- A row is a user in the common queue: they look for an opponent on all servers.
CREATE TABLE seekers (
    user_id INTEGER PRIMARY KEY,
    channel_id INTEGER NOT NULL, -- their direct messages with the bot
    request TEXT NOT NULL, -- bot.model.match_request.MatchRequest
    since REAL NOT NULL,
    match_id INTEGER REFERENCES matches -- the lobby of the match that was found for them; NULL: they wait
) STRICT;

CREATE INDEX seekers_by_match ON seekers (match_id) WHERE match_id IS NOT NULL;

-- A row is how long somebody waited in the common queue for a match. It names nobody.
CREATE TABLE waits (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    seconds REAL NOT NULL
) STRICT;

CREATE INDEX waits_by_game ON waits (game, id);


-- Tournaments

-- A row is a tournament, from its sign-up to its last round.
CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    tag TEXT NOT NULL, -- random, as that of a match
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    organizer_id INTEGER NOT NULL, -- below 0: a deleted user's pseudonym
    game TEXT NOT NULL,
    pairing_system TEXT NOT NULL CHECK (pairing_system IN ('round-robin', 'swiss', 'elimination')),
    status TEXT NOT NULL CHECK (status IN ('open', 'running', 'over', 'ended')),
    version INTEGER NOT NULL DEFAULT 1, -- counts the committed changes
    pace TEXT NOT NULL, -- bot.model.pace.Pace
    best_of INTEGER NOT NULL CHECK (best_of IN (1, 3, 5)),
    round_seconds INTEGER, -- time for each round; NULL: until its last match has ended
    most_players INTEGER NOT NULL,
    fill_level TEXT NOT NULL, -- of the computers that fill up empty places; '': none do
    round_count INTEGER, -- NULL: as many as suit the system, at the start
    rules TEXT NOT NULL CHECK (rules IN ('house', 'as-written')), -- of its matches
    round_number INTEGER NOT NULL DEFAULT 0, -- the present round; 0: it has not started
    deadline_at REAL, -- when the present round ends at the latest
    pauses_counted_until REAL NOT NULL DEFAULT 0, -- pauses up to this moment are in deadline_at
    created_at INTEGER NOT NULL
) STRICT;

-- A channel has at most one tournament that is not over.
CREATE UNIQUE INDEX tournaments_by_channel ON tournaments (channel_id) WHERE status IN ('open', 'running');

-- A row is a place in a tournament, and who has it now.
CREATE TABLE tournament_entries (
    tournament_id INTEGER NOT NULL REFERENCES tournaments,
    entry_number INTEGER NOT NULL, -- in the order of signing up
    user_id INTEGER, -- below 0: a deleted user's pseudonym; NULL: a computer
    computer_level TEXT, -- NULL: a person
    part TEXT NOT NULL CHECK (part IN ('in', 'waiting', 'out')),
    seed_number INTEGER, -- from 1 for the strongest; NULL: it did not begin the tournament
    deck_id TEXT NOT NULL DEFAULT '', -- as players.deck_id; '': the user's default deck, or one by chance
    PRIMARY KEY (tournament_id, entry_number),
    CHECK ((user_id IS NULL) = (computer_level IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX tournament_entries_by_user ON tournament_entries (user_id);

-- A row is two entries that meet in a round of a tournament, or one that has a bye.
CREATE TABLE tournament_pairings (
    tournament_id INTEGER NOT NULL REFERENCES tournaments,
    round_number INTEGER NOT NULL,
    board_number INTEGER NOT NULL,
    first_entry INTEGER NOT NULL,
    second_entry INTEGER, -- NULL: a bye
    match_id INTEGER REFERENCES matches, -- the first one of its series; NULL: not begun
    first_score INTEGER, -- in half points; NULL: undecided
    second_score INTEGER,
    reason TEXT CHECK (reason IN ('played', 'bye', 'forfeit', 'unplayed')),
    losing_entry INTEGER, -- the entry that has lost by forfeit
    PRIMARY KEY (tournament_id, round_number, board_number),
    FOREIGN KEY (tournament_id, first_entry) REFERENCES tournament_entries,
    FOREIGN KEY (tournament_id, second_entry) REFERENCES tournament_entries,
    CHECK ((first_score IS NULL) = (reason IS NULL)),
    CHECK ((first_score IS NULL) = (second_score IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX tournament_pairings_by_match ON tournament_pairings (match_id) WHERE match_id IS NOT NULL;


-- Messages

-- A row is a message that shows a match, or will. The change of a match writes what it is to show; the delivery writes
-- where it is and what it shows. It is pending while there is something to deliver.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    match_id INTEGER NOT NULL REFERENCES matches,
    kind TEXT NOT NULL CHECK (kind IN ('board', 'hand', 'ping', 'note', 'retired')), -- bot.store.outbox_rows
    seat INTEGER, -- of a hand or a ping; of a note: to whom, NULL: to everyone in the channel
    version INTEGER, -- of a board or a hand: the version of the match to show
    shown_version INTEGER, -- of a board or a hand: the version that it shows; NULL: unknown
    shown TEXT, -- of a board or a hand: what it shows, JSON of bot.model.shown; NULL: unknown
    asked_ply INTEGER, -- of a ping: the ply that asked its seat
    wanted TEXT CHECK (wanted IN ('posted', 'deleted', 'silence')), -- of a ping: what is to become of it
    is_posted INTEGER CHECK (is_posted IN (0, 1)), -- of a ping: 1: its seat was pinged, by it or by the board
    note TEXT, -- of a note: JSON of bot.model.notes
    pinged_user_id INTEGER, -- of a note to everyone
    watcher_id INTEGER, -- of a note to a user who watches the match
    written_at REAL, -- of a note
    was TEXT CHECK (was IN ('board', 'lobby', 'final', 'hand')), -- of a retired message
    channel_id INTEGER, -- where it was sent; NULL: not yet
    message_id INTEGER,
    attempt INTEGER NOT NULL DEFAULT 0, -- how often the message was found to be gone
    failures INTEGER NOT NULL DEFAULT 0, -- in a row; above 0: it may have been sent without our knowing
    trouble TEXT NOT NULL DEFAULT '' CHECK (trouble IN ('', 'wait', 'closed', 'forbidden', 'broken')),
    due_at REAL NOT NULL DEFAULT 0, -- when to try next
    is_pending INTEGER NOT NULL GENERATED ALWAYS AS (CASE kind
        WHEN 'board' THEN coalesce(shown_version < version, TRUE)
        WHEN 'hand' THEN coalesce(shown_version < version, TRUE)
        WHEN 'ping' THEN wanted = 'deleted' OR (wanted = 'posted' AND is_posted = 0)
        ELSE TRUE
    END) VIRTUAL,
    CHECK (CASE kind WHEN 'hand' THEN seat IS NOT NULL WHEN 'ping' THEN seat IS NOT NULL WHEN 'note' THEN TRUE
        ELSE seat IS NULL END),
    CHECK ((kind IN ('board', 'hand')) = (version IS NOT NULL)),
    CHECK (kind IN ('board', 'hand') OR (shown_version IS NULL AND shown IS NULL)),
    CHECK ((kind = 'ping') = (asked_ply IS NOT NULL)),
    CHECK ((kind = 'ping') = (wanted IS NOT NULL)),
    CHECK ((kind = 'ping') = (is_posted IS NOT NULL)),
    CHECK ((kind = 'note') = (note IS NOT NULL)),
    CHECK ((kind = 'note') = (written_at IS NOT NULL)),
    CHECK ((kind = 'retired') = (was IS NOT NULL))
) STRICT;

CREATE UNIQUE INDEX outbox_boards ON outbox (match_id, channel_id) WHERE kind = 'board'; -- one in each place
CREATE UNIQUE INDEX outbox_hands ON outbox (match_id, seat) WHERE kind = 'hand';
CREATE INDEX outbox_by_match ON outbox (match_id);
CREATE INDEX outbox_pending ON outbox (due_at) WHERE is_pending;


-- A row is a message in a channel that shows no match: of a daily puzzle, of the end of a season, of a tournament or one
-- of its pairings. It is sent once, and edited if it changes. It is behind while it shows less than is owed.
CREATE TABLE announcements (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ('puzzles', 'reports', 'seasons', 'tournaments', 'comparisons')), -- bot.store.leases.Work
    guild_id INTEGER NOT NULL,
    subject TEXT NOT NULL, -- a puzzle's day, a report's Monday, a season's or comparison's number, a tournament's key, or its key, a round and a board
    channel_id INTEGER, -- NULL: chosen when it is sent
    message_id INTEGER, -- NULL: not sent yet
    edition INTEGER NOT NULL DEFAULT 0, -- a later edition is a new message instead of an edit
    owed INTEGER NOT NULL DEFAULT 1, -- counts the changes to show
    shown INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0, -- in a row; above 0: it may have been sent without our knowing
    trouble TEXT NOT NULL DEFAULT '' CHECK (trouble IN ('', 'wait', 'forbidden', 'broken')),
    due_at REAL NOT NULL, -- when to try next
    UNIQUE (guild_id, kind, subject)
) STRICT;

CREATE INDEX announcements_behind ON announcements (kind, due_at) WHERE shown < owed;
CREATE INDEX announcements_by_message ON announcements (message_id) WHERE message_id IS NOT NULL;


-- People and servers

-- A row is a user's display name on a server, as Discord last told it.
CREATE TABLE names (
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (guild_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX names_by_user ON names (user_id);

-- A row is the settings of a user; without one, the defaults hold.
CREATE TABLE preferences (
    user_id INTEGER PRIMARY KEY,
    ping_delay INTEGER, -- seconds without an answer before a ping; NULL: never
    reminder_interval INTEGER, -- seconds from one ping to the next in correspondence matches; NULL: never
    active_hours TEXT NOT NULL, -- bot.model.active_hours.ActiveHours
    theme TEXT NOT NULL, -- of the pictures that only they see
    picture_texts INTEGER NOT NULL CHECK (picture_texts IN (0, 1)), -- 1: those come with a text description
    phone_pictures INTEGER NOT NULL CHECK (phone_pictures IN (0, 1)), -- 1: their hands and choices are drawn for a phone
    hands_by_dm INTEGER NOT NULL CHECK (hands_by_dm IN (0, 1)), -- 0: hands are shown on request only
    motion INTEGER NOT NULL CHECK (motion IN (0, 1)), -- 0: they get still pictures instead of moving ones
    open_replays INTEGER NOT NULL CHECK (open_replays IN (0, 1)), -- 0: others cannot replay the matches that they played
    is_listed INTEGER NOT NULL CHECK (is_listed IN (0, 1)), -- 0: no leaderboard shows them
    has_profile INTEGER NOT NULL CHECK (has_profile IN (0, 1)), -- 0: nobody else sees their profile
    in_figures INTEGER NOT NULL CHECK (in_figures IN (0, 1)), -- 0: no figure counts a match that they play, or what they ask
    anywhere INTEGER NOT NULL CHECK (anywhere IN (0, 1)), -- 1: they look for opponents on all servers, and are listed there
    phrases INTEGER NOT NULL CHECK (phrases IN (0, 1)) -- 0: they get no phrases of players elsewhere
) STRICT;

-- A row is how long a user usually takes to answer a decision. Pings wait accordingly.
CREATE TABLE answer_times (
    user_id INTEGER PRIMARY KEY,
    seconds REAL NOT NULL -- bot.model.answer_times
) STRICT;

-- A row is a user whom another user blocked: they are not seated together. Only the blocking user may know it.
CREATE TABLE blocks (
    user_id INTEGER NOT NULL,
    blocked_user_id INTEGER NOT NULL,
    PRIMARY KEY (user_id, blocked_user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX blocks_by_blocked_user ON blocks (blocked_user_id);

-- A row is a user or a server that the operator has barred: they begin no match with other people.
CREATE TABLE bars (
    kind TEXT NOT NULL CHECK (kind IN ('user', 'server')),
    barred_id INTEGER NOT NULL, -- the user or the server
    reason TEXT NOT NULL, -- they are told it
    since INTEGER NOT NULL,
    ends_at INTEGER, -- NULL: once the operator lifts it
    PRIMARY KEY (kind, barred_id)
) STRICT, WITHOUT ROWID;

-- A row is a user's report about another one to the operator. The reported user never learns of it.
CREATE TABLE reports (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never used twice: an operator may name it long after it was deleted
    interaction_id INTEGER NOT NULL UNIQUE, -- that made it: it does so once
    reporter_id INTEGER, -- NULL: a deleted user
    reported_id INTEGER NOT NULL,
    match_id INTEGER REFERENCES matches, -- in which it happened; NULL: in none
    guild_id INTEGER NOT NULL, -- where it was made; 0: in direct messages
    reason TEXT NOT NULL CHECK (reason IN ('cheating', 'stalling', 'name', 'manners', 'other')),
    words TEXT NOT NULL, -- may be empty
    made_at INTEGER NOT NULL,
    decision TEXT, -- of the operator, in their words; NULL: it is open
    closed_at INTEGER,
    CHECK ((decision IS NULL) = (closed_at IS NULL))
) STRICT;

CREATE INDEX reports_by_reporter ON reports (reporter_id);
CREATE INDEX reports_by_reported ON reports (reported_id);
CREATE INDEX reports_by_match ON reports (match_id) WHERE match_id IS NOT NULL;

-- A row is a player of a match whose phrases another player does not want to get.
CREATE TABLE mutes (
    match_id INTEGER NOT NULL REFERENCES matches,
    user_id INTEGER NOT NULL,
    muted_user_id INTEGER NOT NULL,
    PRIMARY KEY (match_id, user_id, muted_user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX mutes_by_user ON mutes (user_id);
CREATE INDEX mutes_by_muted_user ON mutes (muted_user_id);

-- A row is something that a user did within the latest day and can do only so often.
CREATE TABLE recent_acts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL,
    act TEXT NOT NULL CHECK (act IN ('invitation', 'phrase', 'report', 'search')),
    acted_at REAL NOT NULL
) STRICT;

CREATE INDEX recent_acts_by_user ON recent_acts (user_id, act, acted_at);
CREATE INDEX recent_acts_by_moment ON recent_acts (acted_at);

-- A row is the settings of a server; without one, the defaults hold.
CREATE TABLE server_preferences (
    guild_id INTEGER PRIMARY KEY,
    theme TEXT NOT NULL, -- of the pictures that everyone sees
    motion INTEGER NOT NULL CHECK (motion IN (0, 1)), -- 0: its boards show nothing in motion
    paces TEXT NOT NULL, -- the kinds of pace that matches may have, separated by spaces
    channel_ids TEXT NOT NULL, -- where matches may be opened, separated by spaces; '': everywhere
    starter_role_id INTEGER, -- the role that may open matches; NULL: everyone
    match_limit INTEGER, -- lobbies and live matches at once; NULL: no limit
    threads TEXT NOT NULL CHECK (threads IN ('free', 'always', 'never')),
    pings INTEGER NOT NULL CHECK (pings IN (0, 1)), -- 0: nobody is pinged in its channels
    puzzle_channel_id INTEGER, -- where the daily puzzle is posted; NULL: nowhere
    seasons TEXT, -- of its leaderboards, as bot.people.season_plan reads them; NULL: it has none
    season_channel_id INTEGER, -- where the end of a season is announced; NULL: where it last played
    rules TEXT NOT NULL CHECK (rules IN ('house', 'as-written')), -- of a match between people whose host chooses none
    figures INTEGER NOT NULL CHECK (figures IN (0, 1)), -- 0: no figure counts what people do on it
    designer_role_id INTEGER, -- the role of those who see its figures; NULL: only those who manage it
    report_channel_id INTEGER, -- where the weekly report for designers is posted; NULL: nowhere
    common_queue INTEGER NOT NULL CHECK (common_queue IN (0, 1)) -- 1: members are offered opponents from other servers
) STRICT;

-- A row is a user's rating at a game, by one set of rules, on a server: these three are a bot.model.rating_list.
CREATE TABLE ratings (
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    rules TEXT NOT NULL CHECK (rules IN ('house', 'as-written', 'custom')),
    user_id INTEGER NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    games INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    points INTEGER NOT NULL, -- of mu and sigma, as people see them (`Rating.points`)
    season_games INTEGER NOT NULL, -- of the server's open season
    season_wins INTEGER NOT NULL,
    is_listed INTEGER NOT NULL CHECK (is_listed IN (0, 1)), -- 0: they have left, or want to be on no leaderboard
    PRIMARY KEY (guild_id, game, rules, user_id)
) STRICT, WITHOUT ROWID;

-- A page of a leaderboard is a range of this index.
CREATE INDEX ratings_by_points ON ratings (guild_id, game, rules, is_listed, points DESC, games DESC, user_id, wins);
CREATE INDEX ratings_by_user ON ratings (user_id);

-- A row is a user who has left a server on which they have a rating.
CREATE TABLE absent_members (
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (guild_id, user_id)
) STRICT, WITHOUT ROWID;

-- A row is a season of a server's leaderboards.
CREATE TABLE seasons (
    guild_id INTEGER NOT NULL,
    season_number INTEGER NOT NULL, -- counted from 1
    began_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL,
    is_over INTEGER NOT NULL DEFAULT 0 CHECK (is_over IN (0, 1)), -- 0: the one open season of the server
    PRIMARY KEY (guild_id, season_number)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX seasons_open ON seasons (guild_id) WHERE is_over = 0;

-- A row is a user's rating in a rating list when a season of the server ended.
CREATE TABLE season_standings (
    guild_id INTEGER NOT NULL,
    season_number INTEGER NOT NULL,
    game TEXT NOT NULL,
    rules TEXT NOT NULL, -- as ratings.rules
    user_id INTEGER NOT NULL,
    place INTEGER, -- NULL: they were not listed, or had no match in the season
    points INTEGER NOT NULL,
    games INTEGER NOT NULL, -- of the season
    wins INTEGER NOT NULL,
    points_after INTEGER NOT NULL, -- with which they began the next season
    PRIMARY KEY (guild_id, season_number, game, rules, user_id),
    FOREIGN KEY (guild_id, season_number) REFERENCES seasons
) STRICT, WITHOUT ROWID;

CREATE INDEX season_standings_by_place ON season_standings (guild_id, game, rules, season_number DESC, place)
    WHERE place IS NOT NULL;

-- A row is how many listed players of a rating list have points in a band. Everybody counts in two: the wide ones are
-- few, so a rank is a short sum however many players there are.
CREATE TABLE players_by_points (
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    rules TEXT NOT NULL, -- as ratings.rules
    width INTEGER NOT NULL CHECK (width IN (1, 64)), -- of the band
    points INTEGER NOT NULL, -- the fewest of the band, a multiple of its width
    players INTEGER NOT NULL, -- 0 after the last one left
    PRIMARY KEY (guild_id, game, rules, width, points)
) STRICT, WITHOUT ROWID;


-- Figures

-- A row is what a user did in a match, and is in no figure yet. A step that has enough of them adds them to figures,
-- and deletes them.
CREATE TABLE deeds (
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    content_hash TEXT NOT NULL,
    options TEXT NOT NULL, -- like 'goal=2 lives=3'
    player_count INTEGER NOT NULL,
    figure TEXT NOT NULL, -- bot.model.figures.Figure
    subject TEXT NOT NULL, -- what it is about: a seat, a card, a clause
    match_id INTEGER NOT NULL, -- 0: none
    user_id INTEGER NOT NULL, -- below 0: a deleted user's pseudonym
    times INTEGER NOT NULL,
    total REAL NOT NULL, -- of the number that the figure is about, such as turns or shares of the win
    squares REAL NOT NULL, -- the sum of its squares
    is_new INTEGER NOT NULL DEFAULT 1 CHECK (is_new IN (0, 1)), -- 0: the latest step left it, since too few did the same
    PRIMARY KEY (
        guild_id, game, rules_version, content_hash, options, player_count, figure, subject, match_id, user_id
    )
) STRICT, WITHOUT ROWID;

CREATE INDEX deeds_by_user ON deeds (user_id);
CREATE INDEX deeds_by_match ON deeds (match_id);

-- A row is a figure of a server in a week: the sum of what at least five users did in at least five matches.
CREATE TABLE figures (
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    content_hash TEXT NOT NULL,
    options TEXT NOT NULL,
    player_count INTEGER NOT NULL,
    figure TEXT NOT NULL,
    subject TEXT NOT NULL,
    week TEXT NOT NULL, -- the Monday of the step that published it, like 2026-01-05
    times INTEGER NOT NULL,
    total REAL NOT NULL,
    squares REAL NOT NULL,
    PRIMARY KEY (guild_id, game, rules_version, content_hash, options, player_count, figure, subject, week)
) STRICT, WITHOUT ROWID;

-- A row is the latest match after which a user is asked how it was: once a day at most.
CREATE TABLE opinion_requests (
    user_id INTEGER PRIMARY KEY,
    match_id INTEGER NOT NULL REFERENCES matches,
    asked_at INTEGER NOT NULL
) STRICT;

CREATE INDEX opinion_requests_by_match ON opinion_requests (match_id);

-- A row is what a user told the designers in words: of a match, or of one moment of it.
CREATE TABLE opinions (
    match_id INTEGER NOT NULL REFERENCES matches,
    user_id INTEGER NOT NULL,
    ply INTEGER NOT NULL, -- after which it felt wrong; -1: of the whole match
    clause TEXT NOT NULL, -- the one that was unclear, or of the decision that felt wrong; '': none
    remark TEXT NOT NULL, -- may be empty
    is_signed INTEGER NOT NULL CHECK (is_signed IN (0, 1)), -- 1: designers may see their name
    written_at INTEGER NOT NULL,
    PRIMARY KEY (match_id, user_id, ply)
) STRICT, WITHOUT ROWID;

CREATE INDEX opinions_by_user ON opinions (user_id);


-- Decks

-- A row is a deck that a user built. A match keeps its own copy (players.deck_cards_json).
CREATE TABLE decks (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never used twice: a lobby that names a deleted deck finds no other
    user_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    cards_json TEXT NOT NULL -- list of card ids; may break the game's deck rule while it is being built
) STRICT;

CREATE INDEX decks_by_user ON decks (user_id);

-- A row is the deck that a user plays at a game unless they choose another.
CREATE TABLE default_decks (
    user_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    deck_id TEXT NOT NULL, -- as players.deck_id
    PRIMARY KEY (user_id, game)
) STRICT, WITHOUT ROWID;

-- A row is an interaction that changed a deck. Its key keeps one from acting twice.
CREATE TABLE deck_interactions (
    id INTEGER PRIMARY KEY,
    deck_id INTEGER NOT NULL -- decks.id, also of a deleted deck
) STRICT;


-- Lessons and puzzles

-- A row is how far a user is in the lesson of a game.
CREATE TABLE lessons (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    lesson_fingerprint TEXT NOT NULL, -- the steps of a changed lesson start again
    steps_done INTEGER NOT NULL DEFAULT 0,
    version INTEGER NOT NULL DEFAULT 0, -- counts its changes: a press for an older one is refused
    finished_at INTEGER, -- for the first time; NULL: not yet
    UNIQUE (user_id, game)
) STRICT;

-- A row is a tip that a user got at one decision: no other decision of the match repeats it.
CREATE TABLE shown_tips (
    user_id INTEGER NOT NULL,
    game TEXT NOT NULL, -- '' for a tip about no single game
    tip TEXT NOT NULL, -- bot.application.table.tips
    match_id INTEGER NOT NULL REFERENCES matches,
    decision INTEGER NOT NULL, -- the ply after which it opened
    PRIMARY KEY (user_id, game, tip, match_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX shown_tips_by_match ON shown_tips (match_id);

-- A row is a secret of this installation, made when it is first needed. It is never shown and never exported.
CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

-- A row is a puzzle that was asked for: a daily one, one from the booklet, or one generated here.
CREATE TABLE puzzles (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    day TEXT NOT NULL, -- the UTC date of a daily puzzle, like 2026-01-31; '' for any other
    level INTEGER NOT NULL,
    lowest_cost INTEGER NOT NULL, -- of any solution, in the game's units
    puzzle_json TEXT NOT NULL,
    solution TEXT NOT NULL, -- one of the solutions, an action a line
    generated INTEGER NOT NULL CHECK (generated IN (0, 1)) -- 1: made here, and neither daily nor in the booklet
) STRICT;

CREATE UNIQUE INDEX puzzles_by_day ON puzzles (day) WHERE day <> '';
CREATE UNIQUE INDEX puzzles_once ON puzzles (game, puzzle_json) WHERE day = '';
CREATE INDEX puzzles_generated ON puzzles (game, level) WHERE generated = 1;

-- A row is a user's attempt at a puzzle.
CREATE TABLE puzzle_attempts (
    puzzle_id INTEGER NOT NULL REFERENCES puzzles,
    user_id INTEGER NOT NULL,
    guild_id INTEGER NOT NULL, -- where it was begun; 0: in direct messages
    version INTEGER NOT NULL DEFAULT 0, -- counts its changes: a press for an older one is refused
    actions TEXT NOT NULL DEFAULT '', -- since the latest start, an action a line
    tries INTEGER NOT NULL DEFAULT 1, -- how often it was started
    hints INTEGER NOT NULL DEFAULT 0,
    told TEXT NOT NULL DEFAULT '[]', -- by hints, as JSON: lists of actions since a start; "" ends one that leads nowhere
    cost INTEGER, -- of their first solution, in the game's units; NULL: not solved
    solved_at INTEGER,
    PRIMARY KEY (puzzle_id, user_id)
) STRICT;

CREATE INDEX puzzle_attempts_by_user ON puzzle_attempts (user_id);
