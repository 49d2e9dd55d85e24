-- A browser in which somebody has signed in proves it by a cookie: guesses of others behind the same network address do not
-- count against it. Like the other secrets a hash that ends by itself; it opens nothing.
ALTER TABLE credential
  DROP CONSTRAINT credential_kind_known,
  ADD CONSTRAINT credential_kind_known CHECK (kind IN ('confirmation', 'temporaryPassword', 'usedPassword', 'knownDevice'));
CREATE UNIQUE INDEX credential_known_device ON credential (hash) WHERE kind = 'knownDevice';
