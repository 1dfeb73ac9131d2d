-- A lobby may be for anybody who would play the same.

ALTER TABLE gatherings ADD COLUMN wish TEXT NOT NULL DEFAULT ''; -- bot.model.match_request.Wish; '': it is for those who press
