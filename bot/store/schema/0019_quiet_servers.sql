-- Whether players are called in the channels of a server.

ALTER TABLE servers ADD COLUMN calls INTEGER NOT NULL DEFAULT 1; -- 0: nobody is, whatever they like themselves
