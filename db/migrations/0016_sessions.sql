-- People see their own sessions: a number to name one by, since its id is known to its browser alone, and the browser in words.
-- Neither the browser's own text nor a network address is kept.
ALTER TABLE session
  ADD COLUMN number bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT session_number_once UNIQUE,
  ADD COLUMN device text NOT NULL DEFAULT '';
