-- The appointments that overlap a new absence are found by the index of overlaps, and not among all of the coach. When
-- an appointment is deleted, an index finds the entries that name it, also those that have ended.
CREATE OR REPLACE FUNCTION refuse_over_appointments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM coach c WHERE c.person_id = NEW.coach_id FOR UPDATE;
  IF EXISTS (
    SELECT FROM appointment a
    WHERE a.coach_id = NEW.coach_id AND a.status IN ('F', 'G', 'V') AND a.starts_at > clock_timestamp()
      AND tstzrange(a.starts_at, a.ends_at) && tstzrange(NEW.starts_at, NEW.ends_at)
  ) THEN
    RAISE EXCEPTION 'the coach has appointments'
      USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'absence_over_appointments', TABLE = 'absence';
  END IF;
  RETURN NEW;
END $$;

DROP INDEX waiting_entry_instead_of;
CREATE INDEX waiting_entry_instead_of ON waiting_entry (instead_of) WHERE instead_of IS NOT NULL;
