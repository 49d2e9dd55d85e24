-- The hash of the cookie that a browser got with the session, and whether a call has presented it: from then on the session
-- is refused without it. Sessions from before have none and stay as they are.
ALTER TABLE session
  ADD COLUMN companion_hash bytea,
  ADD COLUMN bound boolean NOT NULL DEFAULT false;
