-- When somebody last signed in, to the day, and when they were told that their account would end: what nobody uses goes.
-- A trigger, so that no way of signing in can forget it.
ALTER TABLE person ADD COLUMN signed_in_on date, ADD COLUMN end_announced_at timestamptz;
CREATE FUNCTION note_sign_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE person SET signed_in_on = (NEW.created_at AT TIME ZONE 'Europe/Berlin')::date
  WHERE id = NEW.person_id AND signed_in_on IS DISTINCT FROM (NEW.created_at AT TIME ZONE 'Europe/Berlin')::date;
  RETURN NULL;
END $$;
CREATE TRIGGER session_notes_sign_in AFTER INSERT ON session FOR EACH ROW EXECUTE FUNCTION note_sign_in();

-- The log ends somewhere, too. The app's role cannot delete from it; this function, which runs as its owner, takes the
-- oldest entries alone, and none of the last twelve months, whatever the app asks for.
CREATE FUNCTION forget_audit(before timestamptz, most integer) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH old AS (
    SELECT id FROM audit WHERE at < least(before, clock_timestamp() - interval '12 months') ORDER BY at, id LIMIT most
  ), gone AS (
    DELETE FROM audit USING old WHERE audit.id = old.id RETURNING 1
  )
  SELECT count(*) FROM gone
$$;
REVOKE EXECUTE ON FUNCTION forget_audit FROM PUBLIC;
