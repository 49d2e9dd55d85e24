-- The tokens with which other systems make calls. A token is never deleted, because the audit log refers to it.
CREATE TABLE token (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The SHA-256 hash of the token, which is shown once and never stored.
  hash bytea NOT NULL CONSTRAINT token_hash_once UNIQUE,
  -- Null once the admin who made the token is anonymised.
  name text CONSTRAINT token_name_length CHECK (length(name) BETWEEN 1 AND 100),
  -- The groups of calls that the token may make.
  scopes text[] NOT NULL CONSTRAINT token_scopes_not_empty CHECK (cardinality(scopes) > 0),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  created_by bigint NOT NULL REFERENCES person,
  -- The last day in Berlin on which the token is valid.
  expires_on date NOT NULL,
  -- Accurate to the minute; null before the first use.
  last_used_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX token_created_by ON token (created_by);

-- The token with which an action was done, or which the action is about; null for all others. A transaction of a call
-- that is made with a token sets the setting, so that none of its entries can miss it.
ALTER TABLE audit ADD COLUMN token_id bigint DEFAULT nullif(current_setting('portal.token_id', true), '')::bigint;
