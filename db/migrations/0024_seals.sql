-- Seals of the log of deeds, made afterwards by a job: a chain at each insert would have every booking wait for the one
-- before. A seal holds the hash of the entries behind those of the seal before, up to `last_id`, and its own hash holds
-- the one before: what anybody changes later, the owner of the database included, no longer fits. Instants are those of
-- the database; in what is hashed they stand in UTC, with microseconds (src/audit/seals.ts).
CREATE TABLE audit_seal (
  number integer PRIMARY KEY,
  last_id bigint NOT NULL,
  entries integer NOT NULL,
  -- Latest instant among them: once that is old enough they may go, all together. NULL where there is no entry.
  newest_at timestamptz,
  -- Entries up to this id had come to their end when the seal was made, and may be gone.
  let_go_to bigint NOT NULL,
  sealed_at timestamptz NOT NULL,
  entries_hash bytea NOT NULL,
  hash bytea NOT NULL
);

-- What is deleted has to be what the newest seal lets go, so that whole seals go and what is left can still be checked.
-- The twelve months stay as they were, whatever the app's role seals or asks for.
CREATE OR REPLACE FUNCTION forget_audit(before timestamptz, most integer) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH old AS (
    SELECT id FROM audit
    WHERE id <= (SELECT let_go_to FROM audit_seal ORDER BY number DESC LIMIT 1)
      AND at < least(before, clock_timestamp() - interval '12 months')
    ORDER BY id LIMIT most
  ), gone AS (
    DELETE FROM audit USING old WHERE audit.id = old.id RETURNING 1
  )
  SELECT count(*) FROM gone
$$;
