-- A password that an admin gave ends by itself; null for one that its person chose.
ALTER TABLE person ADD COLUMN password_expires_at timestamptz;

-- A one-time password that was used opens nothing more; its hash stays until a new one is chosen, which must be another.
ALTER TABLE credential
  DROP CONSTRAINT credential_kind_known,
  ADD CONSTRAINT credential_kind_known CHECK (kind IN ('confirmation', 'temporaryPassword', 'usedPassword'));
