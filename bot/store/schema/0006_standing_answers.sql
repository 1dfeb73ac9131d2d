-- What players have said ahead: given for them, as ordinary plies, whenever a window opens that it is meant for.

CREATE TABLE standing_answers (
    match INTEGER NOT NULL REFERENCES matches,
    seat INTEGER NOT NULL,
    answer TEXT NOT NULL, -- in notation; nobody but its player may know it
    due REAL, -- when it is given; NULL while no window is open that it is meant for
    PRIMARY KEY (match, seat, answer)
) STRICT, WITHOUT ROWID;

CREATE INDEX standing_answers_due ON standing_answers (due) WHERE due IS NOT NULL;
