-- Every table of the database. Users, guilds, channels, messages and interactions are known by Discord's ids.
-- Moments (..._at) are seconds since 1970-01-01 UTC. A truth value is a BIGINT: 0 or 1.


-- Matches

-- A row is the card tables of a game as matches were started with them; matches share it.
CREATE TABLE contents (
    hash TEXT COLLATE "C" PRIMARY KEY,
    game TEXT COLLATE "C" NOT NULL,
    tables_json TEXT COLLATE "C" NOT NULL -- canonical JSON of seeds/<game>/*.toml
);

-- A row is a match, from its lobby to its result.
CREATE TABLE matches (
    id BIGINT PRIMARY KEY,
    tag TEXT COLLATE "C" NOT NULL, -- random: after a restore or a lost file another match has the same id, and another tag
    game TEXT COLLATE "C" NOT NULL,
    guild_id BIGINT NOT NULL, -- 0: it is played in direct messages with the bot
    channel_id BIGINT NOT NULL,
    host_id BIGINT NOT NULL, -- the user who opened it; below 0: a deleted user's pseudonym
    status TEXT COLLATE "C" NOT NULL CHECK (status IN ('lobby', 'live', 'over', 'closed', 'quarantined', 'abandoned')),
    held_by_admin BIGINT NOT NULL DEFAULT 0 CHECK (held_by_admin IN (0, 1)), -- 1: an admin quarantined it
    version BIGINT NOT NULL DEFAULT 1, -- counts the committed changes that all may see
    revision BIGINT NOT NULL DEFAULT 1, -- counts all of them: whoever changes a match compares it
    pace TEXT COLLATE "C" NOT NULL, -- bot.model.pace.Pace
    created_at BIGINT NOT NULL,
    started_at BIGINT,
    ended_at BIGINT,
    rules_version BIGINT, -- Game.version
    content_hash TEXT COLLATE "C" REFERENCES contents,
    seed BIGINT, -- secret; below 2^63; made of the next three, or that of fork_of
    deal_secret BIGINT, -- secret; drawn when the lobby was opened
    deal_salt TEXT COLLATE "C", -- secret; the lobby shows a hash of both (bot.model.commitment)
    start_id BIGINT, -- of the interaction or the message by which it started, mixed into the seed; NULL: a fork
    is_open BIGINT NOT NULL DEFAULT 1 CHECK (is_open IN (0, 1)), -- 0: a player forbids others to replay it
    fork_of BIGINT REFERENCES matches, -- the finished match from which it goes on; NULL: it began with its own deal
    fork_ply BIGINT, -- how many of its plies were in force
    computer_seed BIGINT, -- secret; decides what computers choose, and no card; NULL where none plays
    initial_digest TEXT COLLATE "C", -- of the state before the first ply
    ending TEXT COLLATE "C", -- Outcome.ending
    cleared_at BIGINT, -- when its log, deal and texts were deleted for its age; NULL: they are there
    CHECK ((started_at IS NULL) = (rules_version IS NULL)),
    CHECK ((started_at IS NULL) = (content_hash IS NULL)),
    CHECK ((started_at IS NULL OR cleared_at IS NOT NULL) = (seed IS NULL)),
    CHECK ((started_at IS NULL OR cleared_at IS NOT NULL) = (initial_digest IS NULL)),
    CHECK ((cleared_at IS NULL) = (deal_secret IS NOT NULL)),
    CHECK ((cleared_at IS NULL) = (deal_salt IS NOT NULL)),
    CHECK (cleared_at IS NULL OR ended_at IS NOT NULL),
    CHECK ((fork_of IS NULL) = (fork_ply IS NULL)),
    CHECK (status IN ('lobby', 'closed') OR started_at IS NOT NULL),
    CHECK ((status = 'over') = (ending IS NOT NULL))
);

-- A channel has at most one lobby or live match.
CREATE UNIQUE INDEX matches_by_busy_channel ON matches (channel_id) WHERE status IN ('lobby', 'live');
CREATE INDEX matches_by_busy_guild ON matches (guild_id) WHERE status IN ('lobby', 'live', 'quarantined');
CREATE INDEX matches_quarantined ON matches (id) WHERE status = 'quarantined';
CREATE INDEX matches_to_clear ON matches (ended_at) WHERE ended_at IS NOT NULL AND cleared_at IS NULL;
CREATE INDEX matches_by_end ON matches (guild_id, ended_at) WHERE status = 'over';

-- A row is the value of one option of a match.
CREATE TABLE match_options (
    match_id BIGINT NOT NULL REFERENCES matches,
    name TEXT COLLATE "C" NOT NULL,
    value TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (match_id, name)
);

-- A row is a seat of a match and its present player.
CREATE TABLE players (
    match_id BIGINT NOT NULL REFERENCES matches,
    seat BIGINT NOT NULL, -- in a lobby: the order of joining
    user_id BIGINT, -- below 0: a deleted user's pseudonym; NULL: a computer
    computer_level TEXT COLLATE "C", -- NULL: a person
    since_version BIGINT NOT NULL DEFAULT 0, -- the version of the match at which they took the seat over; 0: never
    pinged_turn BIGINT, -- the turn or round in which they were last pinged; NULL: never
    deck_id TEXT COLLATE "C" NOT NULL, -- a ready-made deck, or '#17' for decks.id 17; '' in a game without decks
    deck_name TEXT COLLATE "C" NOT NULL, -- the name of their own deck when they chose it; '' for a ready-made one
    deck_is_random BIGINT NOT NULL CHECK (deck_is_random IN (0, 1)), -- 1: drawn, since they chose none
    deck_cards_json TEXT COLLATE "C", -- list of card ids, frozen when the match starts
    final_rank BIGINT, -- of Outcome.ranks
    points_before BIGINT, -- on the leaderboard, when the match ended
    points_after BIGINT,
    own_plies BIGINT, -- of a match with a result: how many plies of the seat they decided; NULL: it changed hands
    timed_out_plies BIGINT, -- how many were played since their time was up
    lost_on_time BIGINT CHECK (lost_on_time IN (0, 1)), -- 1: the seat was given up since their time was up
    PRIMARY KEY (match_id, seat),
    UNIQUE (match_id, user_id),
    CHECK ((user_id IS NULL) = (computer_level IS NOT NULL))
);

CREATE INDEX players_by_user ON players (user_id);

-- A row is a player who gave up a seat of a match. Having seen its hand, they cannot take another one.
CREATE TABLE former_players (
    match_id BIGINT NOT NULL REFERENCES matches,
    until_version BIGINT NOT NULL, -- the version of the match at which the next player took the seat over
    seat BIGINT NOT NULL,
    user_id BIGINT NOT NULL, -- below 0: a deleted user's pseudonym
    points_before BIGINT, -- on the leaderboard, when the match ended and cost them points
    points_after BIGINT,
    PRIMARY KEY (match_id, until_version)
);

CREATE INDEX former_players_by_user ON former_players (user_id);

-- A row is an interaction that changed a match. Its key keeps one from acting twice.
CREATE TABLE interactions (
    id BIGINT PRIMARY KEY,
    match_id BIGINT NOT NULL REFERENCES matches
);

CREATE INDEX interactions_by_match ON interactions (match_id);

-- A row is a ply of a match: its log.
CREATE TABLE plies (
    match_id BIGINT NOT NULL REFERENCES matches,
    ply BIGINT NOT NULL, -- counted from 1
    seat BIGINT NOT NULL,
    kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('action', 'resignation', 'undo', 'draw')),
    action TEXT COLLATE "C", -- in notation
    undone_plies BIGINT NOT NULL DEFAULT 0, -- of an undo: how many of the plies in force it takes back
    redraws BIGINT NOT NULL DEFAULT 0 CHECK (redraws IN (0, 1)), -- of an undo: 1: hidden cards are shuffled again
    digest TEXT COLLATE "C" NOT NULL, -- of the state after it
    source TEXT COLLATE "C" NOT NULL CHECK (source IN ('interaction', 'timer', 'pre-move', 'computer', 'fork')),
    interaction_id BIGINT UNIQUE REFERENCES interactions,
    played_at BIGINT NOT NULL,
    PRIMARY KEY (match_id, ply),
    CHECK ((kind = 'action') = (action IS NOT NULL)),
    CHECK ((source = 'interaction') = (interaction_id IS NOT NULL))
);

-- A row is an entry of a match's log besides its plies: by an admin, or by players together.
CREATE TABLE admin_actions (
    id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    match_id BIGINT NOT NULL REFERENCES matches,
    after_ply BIGINT NOT NULL,
    action TEXT COLLATE "C" NOT NULL CHECK (action IN (
        'ended', 'held', 'revived', 'kicked', 'agreed', 'gave-up', 'took', 'computer', 'more', 'passed', 'out'
    )),
    user_id BIGINT NOT NULL, -- who did it; below 0: a deleted user's pseudonym
    target_user_id BIGINT, -- who was kicked, gave up the seat, or was out of time
    acted_at BIGINT NOT NULL
);

CREATE INDEX admin_actions_by_match ON admin_actions (match_id);

-- A row is a proposal to the other players of a match: it happens once they agree.
CREATE TABLE proposals (
    match_id BIGINT NOT NULL REFERENCES matches,
    made_version BIGINT NOT NULL, -- the version of the match that has it
    kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('undo', 'draw', 'abandon', 'seat', 'computer', 'late')),
    seat BIGINT NOT NULL, -- who proposes; of 'late': who is out of time
    undone_plies BIGINT NOT NULL DEFAULT 0, -- how many plies to take back
    target_user_id BIGINT, -- who may take the seat, or whom a computer replaces; NULL: anyone, or nobody
    computer_level TEXT COLLATE "C", -- of the computer that replaces them, or the proposer
    due_at DOUBLE PRECISION NOT NULL, -- when it expires; of 'late': without later outages
    verdict TEXT COLLATE "C" CHECK (verdict IN ('more', 'pass', 'end')), -- of 'late': the result
    PRIMARY KEY (match_id, made_version)
);

-- A row is one seat's answer to a proposal.
CREATE TABLE proposal_answers (
    match_id BIGINT NOT NULL,
    made_version BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    verdict TEXT COLLATE "C" CHECK (verdict IN ('more', 'pass', 'end')), -- NULL: the seat agrees
    PRIMARY KEY (match_id, made_version, seat),
    FOREIGN KEY (match_id, made_version) REFERENCES proposals
);

-- A row is a pre-move: it is played as soon as its window opens. Only its own seat may know it.
CREATE TABLE pre_moves (
    match_id BIGINT NOT NULL REFERENCES matches,
    seat BIGINT NOT NULL,
    answer TEXT COLLATE "C" NOT NULL, -- in notation
    since_ply BIGINT NOT NULL, -- the ply after which it was set
    due_at DOUBLE PRECISION, -- when it is played; NULL: its window is not open
    PRIMARY KEY (match_id, seat, answer)
);

CREATE INDEX pre_moves_due ON pre_moves (due_at) WHERE due_at IS NOT NULL;

-- A row is the clock of a seat. A match without a clock has none.
CREATE TABLE clocks (
    match_id BIGINT NOT NULL REFERENCES matches,
    seat BIGINT NOT NULL,
    remaining_seconds DOUBLE PRECISION NOT NULL, -- when it starts next, or when it started
    asked_at DOUBLE PRECISION NOT NULL, -- when the seat was asked last
    deadline_at DOUBLE PRECISION, -- NULL: it stands still
    outages_counted_until DOUBLE PRECISION NOT NULL, -- outages up to this moment are in deadline_at
    unshown_seconds DOUBLE PRECISION NOT NULL, -- how much later it runs out than the messages on Discord show
    timed_out_ply BIGINT NOT NULL, -- the latest ply that was played because time was up; -1: none
    remind_at DOUBLE PRECISION, -- NULL: no reminder is due
    reminders BIGINT NOT NULL, -- how many since the seat acted last
    muted BIGINT NOT NULL CHECK (muted IN (0, 1)), -- 1: no ping until the seat is asked again
    PRIMARY KEY (match_id, seat)
);

CREATE INDEX clocks_running ON clocks (deadline_at) WHERE deadline_at IS NOT NULL;
CREATE INDEX clocks_reminding ON clocks (remind_at) WHERE remind_at IS NOT NULL;

-- The one row says until when the bot is known to have been up. Several processes have none: their lost shards say it.
CREATE TABLE uptime (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    up_until DOUBLE PRECISION NOT NULL
);

-- The one row is the latest write by which the bot checked that it can write.
CREATE TABLE pulse (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    beat_at DOUBLE PRECISION NOT NULL
);

-- A row is a process of the bot. It has died if it gave no sign of life until then.
CREATE TABLE processes (
    id TEXT COLLATE "C" PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL, -- its host and its number there
    first_shard BIGINT, -- of its shards; NULL: it has them all, or it has died and they are known to be lost
    last_shard BIGINT,
    shard_count BIGINT,
    serves BIGINT NOT NULL DEFAULT 0 CHECK (serves IN (0, 1)), -- 1: all its shards have connected
    alive_until DOUBLE PRECISION NOT NULL
);

-- A row is work that one process does while it lives, and no other one.
CREATE TABLE leases (
    work TEXT COLLATE "C" NOT NULL CHECK (work IN ('outbox', 'duties', 'computers', 'puzzles', 'tournaments', 'logins', 'seasons')),
    work_key BIGINT NOT NULL, -- a match; of puzzles and seasons: a server; a tournament; of logins: a rate limit key
    process_id TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (work, work_key)
);

CREATE INDEX leases_by_process ON leases (process_id);

-- A row is a server, or a channel of one, that the bot cannot get to any more: the clocks of its matches stand still.
CREATE TABLE absent_places (
    guild_id BIGINT NOT NULL,
    channel_id BIGINT NOT NULL, -- 0: the whole server
    since DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (guild_id, channel_id)
);

-- A row is a server that the bot has joined and not welcomed yet.
CREATE TABLE pending_welcomes (
    guild_id BIGINT PRIMARY KEY
);

-- A row is a lost shard of the connection to Discord: the clocks of its servers' matches stand still, and those of
-- shard 0 also for players whose hand is shown in a direct message.
CREATE TABLE lost_shards (
    shard_id BIGINT NOT NULL,
    shard_count BIGINT NOT NULL, -- with how many shards the bot was connected
    since DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (shard_id, shard_count)
);

-- A row is a match of a series: two players meet several times with sides swapped.
CREATE TABLE series_matches (
    match_id BIGINT PRIMARY KEY REFERENCES matches,
    first_match_id BIGINT NOT NULL REFERENCES matches, -- the one whose lobby began the series
    game_number BIGINT NOT NULL, -- counted from 1
    best_of BIGINT NOT NULL CHECK (best_of IN (3, 5)),
    UNIQUE (first_match_id, game_number)
);

-- A row is a user's private note about a match, shown below their own hand and nowhere else.
CREATE TABLE private_notes (
    match_id BIGINT NOT NULL REFERENCES matches,
    user_id BIGINT NOT NULL,
    note TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (match_id, user_id)
);

-- A row is a user who watches a live match: they are told its turning points.
CREATE TABLE watchers (
    match_id BIGINT NOT NULL REFERENCES matches,
    user_id BIGINT NOT NULL,
    known_chances_json TEXT COLLATE "C" NOT NULL, -- each seat's chance to win, as the last message gave it
    PRIMARY KEY (match_id, user_id)
);

CREATE INDEX watchers_by_user ON watchers (user_id);


-- Lobbies

-- A row is how the lobby of a match fills up and closes.
CREATE TABLE lobby_settings (
    match_id BIGINT PRIMARY KEY REFERENCES matches,
    player_count BIGINT, -- the match starts with as many players; NULL: when its host says so
    rematch_of BIGINT REFERENCES matches,
    merged_into BIGINT REFERENCES matches, -- the lobby that its players were moved to
    match_request TEXT COLLATE "C" NOT NULL, -- bot.model.match_request.Wish: open to everyone it suits; '': not open
    closes_at DOUBLE PRECISION NOT NULL,
    expired BIGINT NOT NULL CHECK (expired IN (0, 1)) -- 1: it closed because closes_at passed
);

CREATE INDEX lobby_settings_by_rematch ON lobby_settings (rematch_of) WHERE rematch_of IS NOT NULL;

-- A row is a user who is invited to a lobby, or has a reserved seat in it.
CREATE TABLE invitations (
    match_id BIGINT NOT NULL REFERENCES matches,
    user_id BIGINT NOT NULL,
    seat_position BIGINT, -- in the order of the seats; NULL: drawn
    answer TEXT COLLATE "C" CHECK (answer IN ('asked', 'declined')), -- NULL: has a reserved seat without an invitation
    PRIMARY KEY (match_id, user_id)
);

CREATE INDEX invitations_by_user ON invitations (user_id);

-- A row is what one player in an open lobby would play. It goes when the match starts.
CREATE TABLE match_requests (
    match_id BIGINT NOT NULL REFERENCES matches,
    user_id BIGINT NOT NULL,
    request TEXT COLLATE "C" NOT NULL, -- bot.model.match_request.Wish
    PRIMARY KEY (match_id, user_id)
);

CREATE INDEX match_requests_by_user ON match_requests (user_id);


-- Tournaments

-- A row is a tournament, from its sign-up to its last round, with the message that shows it. The message is behind while
-- it shows less than the version.
CREATE TABLE tournaments (
    id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    tag TEXT COLLATE "C" NOT NULL, -- random, as that of a match
    guild_id BIGINT NOT NULL,
    channel_id BIGINT NOT NULL,
    organizer_id BIGINT NOT NULL, -- below 0: a deleted user's pseudonym
    game TEXT COLLATE "C" NOT NULL,
    pairing_system TEXT COLLATE "C" NOT NULL CHECK (pairing_system IN ('round-robin', 'swiss', 'elimination')),
    status TEXT COLLATE "C" NOT NULL CHECK (status IN ('open', 'running', 'over', 'ended')),
    version BIGINT NOT NULL DEFAULT 1, -- counts the committed changes
    pace TEXT COLLATE "C" NOT NULL, -- bot.model.pace.Pace
    best_of BIGINT NOT NULL CHECK (best_of IN (1, 3, 5)),
    round_seconds BIGINT, -- time for each round; NULL: until its last match has ended
    most_players BIGINT NOT NULL,
    fill_level TEXT COLLATE "C" NOT NULL, -- of the computers that fill up empty places; '': none do
    round_count BIGINT, -- NULL: as many as suit the system, at the start
    round_number BIGINT NOT NULL DEFAULT 0, -- the present round; 0: it has not started
    deadline_at DOUBLE PRECISION, -- when the present round ends at the latest
    paused_at DOUBLE PRECISION, -- since when its channel cannot be reached; NULL: it goes on
    up_until DOUBLE PRECISION, -- the bot is known to have been up until then, in a round with a deadline
    created_at BIGINT NOT NULL,
    message_id BIGINT, -- NULL: not sent yet
    shown_version BIGINT NOT NULL DEFAULT 0,
    shown_round BIGINT NOT NULL DEFAULT 0, -- the round in which the message was sent
    failures BIGINT NOT NULL DEFAULT 0, -- in a row; above 0: it may have been sent without our knowing
    is_forbidden BIGINT NOT NULL DEFAULT 0 CHECK (is_forbidden IN (0, 1)), -- 1: it lacks a permission
    due_at DOUBLE PRECISION NOT NULL DEFAULT 0 -- when to try next
);

-- A channel has at most one tournament that is not over.
CREATE UNIQUE INDEX tournaments_by_channel ON tournaments (channel_id) WHERE status IN ('open', 'running');
CREATE INDEX tournaments_behind ON tournaments (id) WHERE shown_version < version;

-- A row is a place in a tournament, and who has it now.
CREATE TABLE tournament_entries (
    tournament_id BIGINT NOT NULL REFERENCES tournaments,
    entry_number BIGINT NOT NULL, -- in the order of signing up
    user_id BIGINT, -- below 0: a deleted user's pseudonym; NULL: a computer
    computer_level TEXT COLLATE "C", -- NULL: a person
    part TEXT COLLATE "C" NOT NULL CHECK (part IN ('in', 'waiting', 'out')),
    seed_number BIGINT, -- from 1 for the strongest; NULL: it did not begin the tournament
    deck_id TEXT COLLATE "C" NOT NULL DEFAULT '', -- as players.deck_id; '': the user's default deck, or one by chance
    PRIMARY KEY (tournament_id, entry_number),
    CHECK ((user_id IS NULL) = (computer_level IS NOT NULL))
);

CREATE INDEX tournament_entries_by_user ON tournament_entries (user_id);

-- A row is two entries that meet in a round of a tournament, or one that has a bye.
CREATE TABLE tournament_pairings (
    tournament_id BIGINT NOT NULL REFERENCES tournaments,
    round_number BIGINT NOT NULL,
    board_number BIGINT NOT NULL,
    first_entry BIGINT NOT NULL,
    second_entry BIGINT, -- NULL: a bye
    message_id BIGINT, -- the message that announces it, and its thread; NULL: not sent
    match_id BIGINT REFERENCES matches, -- the first one of its series; NULL: not begun
    first_score BIGINT, -- in half points; NULL: undecided
    second_score BIGINT,
    reason TEXT COLLATE "C" CHECK (reason IN ('played', 'bye', 'forfeit', 'unplayed')),
    losing_entry BIGINT, -- the entry that has lost by forfeit
    PRIMARY KEY (tournament_id, round_number, board_number),
    FOREIGN KEY (tournament_id, first_entry) REFERENCES tournament_entries,
    FOREIGN KEY (tournament_id, second_entry) REFERENCES tournament_entries,
    CHECK ((first_score IS NULL) = (reason IS NULL)),
    CHECK ((first_score IS NULL) = (second_score IS NULL))
);

CREATE INDEX tournament_pairings_by_match ON tournament_pairings (match_id) WHERE match_id IS NOT NULL;
CREATE INDEX tournament_pairings_by_message ON tournament_pairings (message_id) WHERE message_id IS NOT NULL;


-- Messages

-- A row is a message that shows a match, or will. The change of a match writes what it is to show; the delivery writes
-- where it is and what it shows. It is pending while there is something to deliver.
CREATE TABLE outbox (
    id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    match_id BIGINT NOT NULL REFERENCES matches,
    kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('board', 'hand', 'ping', 'note', 'retired')), -- bot.store.outbox_rows
    seat BIGINT, -- of a hand or a ping; of a note: to whom, NULL: to everyone in the channel
    version BIGINT, -- of a board or a hand: the version of the match to show
    shown_version BIGINT, -- of a board or a hand: the version that it shows; NULL: unknown
    shown TEXT COLLATE "C", -- of a board or a hand: what it shows, JSON of bot.model.shown; NULL: unknown
    asked_ply BIGINT, -- of a ping: the ply that asked its seat
    wanted TEXT COLLATE "C" CHECK (wanted IN ('posted', 'deleted', 'silence')), -- of a ping: what is to become of it
    is_posted BIGINT CHECK (is_posted IN (0, 1)), -- of a ping: 1: its seat was pinged, by it or by the board
    note TEXT COLLATE "C", -- of a note: JSON of bot.model.notes
    pinged_user_id BIGINT, -- of a note to everyone
    watcher_id BIGINT, -- of a note to a user who watches the match
    written_at DOUBLE PRECISION, -- of a note
    was TEXT COLLATE "C" CHECK (was IN ('board', 'lobby', 'final', 'hand')), -- of a retired message
    channel_id BIGINT, -- where it was sent; NULL: not yet
    message_id BIGINT,
    attempt BIGINT NOT NULL DEFAULT 0, -- how often the message was found to be gone
    failures BIGINT NOT NULL DEFAULT 0, -- in a row; above 0: it may have been sent without our knowing
    trouble TEXT COLLATE "C" NOT NULL DEFAULT '' CHECK (trouble IN ('', 'wait', 'closed', 'forbidden', 'broken')),
    due_at DOUBLE PRECISION NOT NULL DEFAULT 0, -- when to try next
    is_pending BOOLEAN NOT NULL GENERATED ALWAYS AS (CASE kind
        WHEN 'board' THEN coalesce(shown_version < version, TRUE)
        WHEN 'hand' THEN coalesce(shown_version < version, TRUE)
        WHEN 'ping' THEN wanted = 'deleted' OR (wanted = 'posted' AND is_posted = 0)
        ELSE TRUE
    END) STORED,
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
);

CREATE UNIQUE INDEX outbox_boards ON outbox (match_id) WHERE kind = 'board';
CREATE UNIQUE INDEX outbox_hands ON outbox (match_id, seat) WHERE kind = 'hand';
CREATE INDEX outbox_by_match ON outbox (match_id);
CREATE INDEX outbox_pending ON outbox (due_at) WHERE is_pending;


-- People and servers

-- A row is a user's display name on a server, as Discord last told it.
CREATE TABLE names (
    guild_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (guild_id, user_id)
);

-- A row is the settings of a user; without one, the defaults hold.
CREATE TABLE preferences (
    user_id BIGINT PRIMARY KEY,
    ping_delay BIGINT, -- seconds without an answer before a ping; NULL: never
    reminder_interval BIGINT, -- seconds from one ping to the next in correspondence matches; NULL: never
    active_hours TEXT COLLATE "C" NOT NULL, -- bot.model.active_hours.ActiveHours
    theme TEXT COLLATE "C" NOT NULL, -- of the pictures that only they see
    picture_texts BIGINT NOT NULL CHECK (picture_texts IN (0, 1)), -- 1: those come with a text description
    phone_pictures BIGINT NOT NULL CHECK (phone_pictures IN (0, 1)), -- 1: their hands and choices are drawn for a phone
    hands_by_dm BIGINT NOT NULL CHECK (hands_by_dm IN (0, 1)), -- 0: hands are shown on request only
    motion BIGINT NOT NULL CHECK (motion IN (0, 1)), -- 0: they get still pictures instead of moving ones
    open_replays BIGINT NOT NULL CHECK (open_replays IN (0, 1)), -- 0: others cannot replay the matches that they played
    is_listed BIGINT NOT NULL CHECK (is_listed IN (0, 1)), -- 0: no leaderboard shows them
    has_profile BIGINT NOT NULL CHECK (has_profile IN (0, 1)) -- 0: nobody else sees their profile
);

-- A row is how long a user usually takes to answer a decision. Pings wait accordingly.
CREATE TABLE answer_times (
    user_id BIGINT PRIMARY KEY,
    seconds DOUBLE PRECISION NOT NULL -- bot.model.answer_times
);

-- A row is a user whom another user blocked: they are not seated together. Only the blocking user may know it.
CREATE TABLE blocks (
    user_id BIGINT NOT NULL,
    blocked_user_id BIGINT NOT NULL,
    PRIMARY KEY (user_id, blocked_user_id)
);

CREATE INDEX blocks_by_blocked_user ON blocks (blocked_user_id);

-- A row is the settings of a server; without one, the defaults hold.
CREATE TABLE server_preferences (
    guild_id BIGINT PRIMARY KEY,
    theme TEXT COLLATE "C" NOT NULL, -- of the pictures that everyone sees
    paces TEXT COLLATE "C" NOT NULL, -- the kinds of pace that matches may have, separated by spaces
    channel_ids TEXT COLLATE "C" NOT NULL, -- where matches may be opened, separated by spaces; '': everywhere
    starter_role_id BIGINT, -- the role that may open matches; NULL: everyone
    match_limit BIGINT, -- lobbies and live matches at once; NULL: no limit
    threads TEXT COLLATE "C" NOT NULL CHECK (threads IN ('free', 'always', 'never')),
    pings BIGINT NOT NULL CHECK (pings IN (0, 1)), -- 0: nobody is pinged in its channels
    puzzle_channel_id BIGINT, -- where the daily puzzle is posted; NULL: nowhere
    seasons TEXT COLLATE "C", -- of its leaderboards: bot.model.seasons.SeasonPlan; NULL: it has none
    season_channel_id BIGINT -- where the end of a season is announced; NULL: where it last played
);

-- A row is a user's rating at a game on a server.
CREATE TABLE ratings (
    guild_id BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    user_id BIGINT NOT NULL,
    mu DOUBLE PRECISION NOT NULL,
    sigma DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    wins BIGINT NOT NULL,
    points BIGINT NOT NULL, -- bot.application.match.ratings.Rating.points of mu and sigma
    season_games BIGINT NOT NULL, -- of the server's open season
    season_wins BIGINT NOT NULL,
    is_listed BIGINT NOT NULL CHECK (is_listed IN (0, 1)), -- 0: they have left, or want to be on no leaderboard
    PRIMARY KEY (guild_id, game, user_id)
);

-- A page of a leaderboard is a range of this index.
CREATE INDEX ratings_by_points ON ratings (guild_id, game, is_listed, points DESC, games DESC, user_id, wins);

-- A row is a user who has left a server on which they have a rating.
CREATE TABLE absent_members (
    guild_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    PRIMARY KEY (guild_id, user_id)
);

-- A row is a season of a server's leaderboards.
CREATE TABLE seasons (
    guild_id BIGINT NOT NULL,
    season_number BIGINT NOT NULL, -- counted from 1
    began_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    is_over BIGINT NOT NULL DEFAULT 0 CHECK (is_over IN (0, 1)), -- 0: the one open season of the server
    news_due_at DOUBLE PRECISION, -- when to try next to announce its end; NULL: it is announced, or will not be
    news_failures BIGINT NOT NULL DEFAULT 0, -- in a row; above 0: it may have been announced without our knowing
    news_trouble TEXT COLLATE "C" NOT NULL DEFAULT '' CHECK (news_trouble IN ('', 'wait', 'forbidden', 'broken')),
    PRIMARY KEY (guild_id, season_number)
);

CREATE UNIQUE INDEX seasons_open ON seasons (guild_id) WHERE is_over = 0;
CREATE INDEX seasons_to_announce ON seasons (news_due_at) WHERE news_due_at IS NOT NULL;

-- A row is a user's rating at a game when a season of the server ended.
CREATE TABLE season_standings (
    guild_id BIGINT NOT NULL,
    season_number BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    user_id BIGINT NOT NULL,
    place BIGINT, -- NULL: they were not listed, or had no match in the season
    points BIGINT NOT NULL,
    games BIGINT NOT NULL, -- of the season
    wins BIGINT NOT NULL,
    points_after BIGINT NOT NULL, -- with which they began the next season
    PRIMARY KEY (guild_id, season_number, game, user_id),
    FOREIGN KEY (guild_id, season_number) REFERENCES seasons
);

CREATE INDEX season_standings_by_place ON season_standings (guild_id, game, season_number DESC, place)
    WHERE place IS NOT NULL;

-- A row is how many listed players of a game on a server have the same points: a rank is a sum, not a sort.
CREATE TABLE players_by_points (
    guild_id BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    points BIGINT NOT NULL,
    players BIGINT NOT NULL, -- 0 after the last one left
    PRIMARY KEY (guild_id, game, points)
);


-- Decks

-- A row is a deck that a user built. A match keeps its own copy (players.deck_cards_json).
CREATE TABLE decks (
    id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, -- never used twice: a lobby that names a deleted deck finds no other
    user_id BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    cards_json TEXT COLLATE "C" NOT NULL -- list of card ids; may break the game's deck rule while it is being built
);

CREATE INDEX decks_by_user ON decks (user_id);

-- A row is the deck that a user plays at a game unless they choose another.
CREATE TABLE default_decks (
    user_id BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    deck_id TEXT COLLATE "C" NOT NULL, -- as players.deck_id
    PRIMARY KEY (user_id, game)
);

-- A row is an interaction that changed a deck. Its key keeps one from acting twice.
CREATE TABLE deck_interactions (
    id BIGINT PRIMARY KEY,
    deck_id BIGINT NOT NULL -- decks.id, also of a deleted deck
);


-- Lessons and puzzles

-- A row is how far a user is in the lesson of a game.
CREATE TABLE lessons (
    id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    user_id BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    lesson_fingerprint TEXT COLLATE "C" NOT NULL, -- the steps of a changed lesson start again
    steps_done BIGINT NOT NULL DEFAULT 0,
    version BIGINT NOT NULL DEFAULT 0, -- counts its changes: a press for an older one is refused
    finished_at BIGINT, -- for the first time; NULL: not yet
    UNIQUE (user_id, game)
);

-- A row is a tip about a game that a user got at one decision: no other decision repeats it.
CREATE TABLE shown_tips (
    user_id BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    tip TEXT COLLATE "C" NOT NULL, -- bot.application.table.tips
    match_id BIGINT NOT NULL REFERENCES matches,
    decision BIGINT NOT NULL, -- the ply after which it opened
    PRIMARY KEY (user_id, game, tip)
);

CREATE INDEX shown_tips_by_match ON shown_tips (match_id);

-- A row is a secret of this installation, made when it is first needed. It is never shown and never exported.
CREATE TABLE secrets (
    name TEXT COLLATE "C" PRIMARY KEY,
    value TEXT COLLATE "C" NOT NULL
);

-- A row is a puzzle that was asked for: a daily one, one from the booklet, or one generated here.
CREATE TABLE puzzles (
    id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    game TEXT COLLATE "C" NOT NULL,
    day TEXT COLLATE "C" NOT NULL, -- the UTC date of a daily puzzle, like 2026-01-31; '' for any other
    level BIGINT NOT NULL,
    lowest_cost BIGINT NOT NULL, -- of any solution, in the game's units
    puzzle_json TEXT COLLATE "C" NOT NULL,
    solution TEXT COLLATE "C" NOT NULL, -- one of the solutions, an action a line
    generated BIGINT NOT NULL CHECK (generated IN (0, 1)) -- 1: made here, and neither daily nor in the booklet
);

CREATE UNIQUE INDEX puzzles_by_day ON puzzles (day) WHERE day <> '';
CREATE UNIQUE INDEX puzzles_once ON puzzles (game, puzzle_json) WHERE day = '';
CREATE INDEX puzzles_generated ON puzzles (game, level) WHERE generated = 1;

-- A row is a user's attempt at a puzzle.
CREATE TABLE puzzle_attempts (
    puzzle_id BIGINT NOT NULL REFERENCES puzzles,
    user_id BIGINT NOT NULL,
    guild_id BIGINT NOT NULL, -- where it was begun; 0: in direct messages
    version BIGINT NOT NULL DEFAULT 0, -- counts its changes: a press for an older one is refused
    actions TEXT COLLATE "C" NOT NULL DEFAULT '', -- since the latest start, an action a line
    tries BIGINT NOT NULL DEFAULT 1, -- how often it was started
    hints BIGINT NOT NULL DEFAULT 0,
    cost BIGINT, -- of their first solution, in the game's units; NULL: not solved
    solved_at BIGINT,
    PRIMARY KEY (puzzle_id, user_id)
);

CREATE INDEX puzzle_attempts_by_user ON puzzle_attempts (user_id);

-- A row is the message of a daily puzzle on a server, edited as users solve it. It is behind while it shows less than
-- is owed.
CREATE TABLE puzzle_posts (
    guild_id BIGINT NOT NULL,
    day TEXT COLLATE "C" NOT NULL,
    channel_id BIGINT NOT NULL,
    message_id BIGINT, -- NULL: not sent yet
    owed BIGINT NOT NULL DEFAULT 1, -- counts the changes to show
    shown BIGINT NOT NULL DEFAULT 0,
    failures BIGINT NOT NULL DEFAULT 0, -- in a row; above 0: it may have been sent without our knowing
    trouble TEXT COLLATE "C" NOT NULL DEFAULT '' CHECK (trouble IN ('', 'wait', 'forbidden', 'broken')),
    due_at DOUBLE PRECISION NOT NULL, -- when to try next
    PRIMARY KEY (guild_id, day)
);

CREATE INDEX puzzle_posts_behind ON puzzle_posts (due_at) WHERE shown < owed;
