-- The second factor of a person's sign-in: one-time codes of an app (TOTP). The secret is encrypted with a key that the database
-- does not know. Not confirmed: it was shown and no code has proven yet that it arrived.
CREATE TABLE second_factor (
  person_id bigint PRIMARY KEY REFERENCES person ON DELETE CASCADE,
  secret bytea NOT NULL,
  confirmed_at timestamptz,
  -- The stretch of 30 seconds whose code was used last: neither it nor an earlier one counts once more.
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Codes for the day on which the app is lost: hashes only, a row for each one that is left.
CREATE TABLE recovery_code (
  hash bytea PRIMARY KEY,
  person_id bigint NOT NULL REFERENCES person ON DELETE CASCADE
);
CREATE INDEX recovery_code_person ON recovery_code (person_id);
