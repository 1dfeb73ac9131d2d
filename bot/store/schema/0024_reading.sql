-- How somebody likes to read what they alone see.

ALTER TABLE preferences ADD COLUMN words INTEGER NOT NULL DEFAULT 0; -- 1: what a picture shows is written above it
ALTER TABLE preferences ADD COLUMN hands INTEGER NOT NULL DEFAULT 1; -- 0: hands come only when they are asked for
