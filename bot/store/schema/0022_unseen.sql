-- Outages too short to be shown one by one are, once they add up.

ALTER TABLE clocks ADD COLUMN unseen REAL NOT NULL DEFAULT 0; -- seconds by which a clock runs out later than what hangs says
