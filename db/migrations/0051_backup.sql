-- The nightly backups, made or failed, by which admins and operators hear of missing ones.
CREATE TABLE backup (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tried_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The code of the error, such as ENOSPC; null if the backup was made.
  fault text CONSTRAINT backup_fault_short CHECK (length(fault) BETWEEN 1 AND 40)
);
-- The newest backup that was made.
CREATE INDEX backup_made ON backup (tried_at) WHERE fault IS NULL;
