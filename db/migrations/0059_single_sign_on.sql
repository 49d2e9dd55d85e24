-- The accounts of staff at the identity provider of single sign-on. From the first sign-in on, only these count.
CREATE TABLE bound_identity (
  person_id bigint CONSTRAINT bound_identity_person_once PRIMARY KEY REFERENCES person ON DELETE CASCADE,
  -- The address of the identity provider.
  issuer text NOT NULL CONSTRAINT bound_identity_issuer_length CHECK (length(issuer) BETWEEN 1 AND 2000),
  -- The id that it has given the account: it never gives it to another one.
  subject text NOT NULL CONSTRAINT bound_identity_subject_length CHECK (length(subject) BETWEEN 1 AND 255),
  bound_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT bound_identity_subject_once UNIQUE (issuer, subject)
);

-- Sign-ins that a browser has begun at the identity provider. Each is deleted when the browser comes back.
CREATE TABLE single_sign_on_attempt (
  state_hash bytea PRIMARY KEY,
  -- The hash of the cookie of the browser that has begun.
  browser_hash bytea NOT NULL,
  -- The page that it goes to afterwards.
  target text NOT NULL,
  expires_at timestamptz NOT NULL
);

-- The codes with which a browser that has come back gets its session, as hashes. Each is deleted when it is used.
CREATE TABLE single_sign_on_code (
  code_hash bytea PRIMARY KEY,
  browser_hash bytea NOT NULL,
  person_id bigint NOT NULL REFERENCES person ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX single_sign_on_code_person ON single_sign_on_code (person_id);

-- Whether the person has signed in with single sign-on, which counts as second factor.
ALTER TABLE session ADD COLUMN by_single_sign_on boolean NOT NULL DEFAULT false;
