-- A person's calendar subscription. Only the hash of its secret address is kept: who reads the table cannot read calendars.
CREATE TABLE calendar_feed (
  person_id bigint PRIMARY KEY REFERENCES person ON DELETE CASCADE,
  token_hash bytea NOT NULL CONSTRAINT calendar_feed_token_once UNIQUE,
  initials_only boolean NOT NULL DEFAULT false,
  free_shown boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  read_at timestamptz
);

-- Mails by what became of them, newest first; those that wait and those that were sent have or need none of their own.
CREATE INDEX mail_failed ON mail (created_at, id) WHERE failed_at IS NOT NULL;
CREATE INDEX mail_overtaken ON mail (created_at, id) WHERE overtaken_at IS NOT NULL;
