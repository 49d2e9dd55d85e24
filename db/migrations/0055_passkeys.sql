-- The passkeys of people (WebAuthn). The database holds no secret of theirs: with the public key it can only check
-- what the device has signed.
CREATE TABLE passkey (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  person_id bigint NOT NULL REFERENCES person ON DELETE CASCADE,
  name text NOT NULL CONSTRAINT passkey_name_length CHECK (length(name) BETWEEN 1 AND 100),
  -- The id that the device has chosen for the key. It belongs to one account only.
  credential_id bytea NOT NULL CONSTRAINT passkey_credential_once UNIQUE
    CONSTRAINT passkey_credential_length CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
  -- As the device has sent it (COSE).
  public_key bytea NOT NULL,
  -- How often the device says that it has used the key; 0 if the device does not count. A copy of the key counts anew.
  sign_count bigint NOT NULL,
  -- Whether the maker of the device keeps a copy of the key.
  synced boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamptz
);
CREATE INDEX passkey_person ON passkey (person_id);

-- What devices have to sign, as hashes. Each is deleted when it is used.
CREATE TABLE passkey_challenge (
  hash bytea PRIMARY KEY,
  -- The session in which a passkey may be added; null for a sign-in.
  session_hash bytea REFERENCES session ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenge_session ON passkey_challenge (session_hash);

-- Whether the person has signed in with a passkey, which counts as second factor.
ALTER TABLE session ADD COLUMN by_passkey boolean NOT NULL DEFAULT false;

-- The name of the passkey that a mail is about, which is deleted when the mail is sent about its removal.
ALTER TABLE mail ADD COLUMN passkey_name text;
