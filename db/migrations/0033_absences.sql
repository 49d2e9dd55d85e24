-- Absences: intervals in which a coach has no appointments. No live row that has not begun lies in one.
CREATE TABLE absence (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  coach_id bigint NOT NULL REFERENCES coach,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  -- May say that somebody was ill, so it is removed when the absence is undone or ended, and a year after its end.
  kind text CONSTRAINT absence_kind_known CHECK (kind IN ('vacation', 'illness', 'training', 'other')),
  planned_at timestamptz NOT NULL,
  -- An absence that was taken back is kept for a while, so that the same call again gets the same answer.
  ended_at timestamptz,
  ended_by text CONSTRAINT absence_end_known CHECK (ended_by IN ('undone', 'ended')),
  CONSTRAINT absence_ends_after_start CHECK (starts_at < ends_at),
  CONSTRAINT absence_ended_as_a_whole
    CHECK ((ended_at IS NULL) = (ended_by IS NULL) AND (ended_at IS NULL OR kind IS NULL)),
  CONSTRAINT absence_overlap
    EXCLUDE USING gist (coach_id WITH =, tstzrange(starts_at, ends_at) WITH &&) WHERE (ended_at IS NULL)
);
CREATE INDEX absence_by_end ON absence (ends_at);

-- What planning an absence did to the calendar, for as long as it can be undone: a booking that was cancelled, or moved
-- to a colleague's row, with its quota number; or a free slot that was deleted.
CREATE TABLE absence_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  absence_id bigint NOT NULL REFERENCES absence ON DELETE CASCADE,
  appointment_id bigint REFERENCES appointment,
  moved_to bigint REFERENCES appointment,
  quota_number smallint,
  type_id smallint REFERENCES coaching_type,
  series_id bigint REFERENCES series,
  starts_at timestamptz,
  ends_at timestamptz,
  CONSTRAINT absence_change_of_booking_or_slot
    CHECK (num_nonnulls(appointment_id, type_id) = 1 AND num_nonnulls(type_id, starts_at, ends_at) IN (0, 3)),
  CONSTRAINT absence_change_moves_a_booking CHECK (moved_to IS NULL OR appointment_id IS NOT NULL)
);
CREATE INDEX absence_change_of_absence ON absence_change (absence_id);

-- Mails about an absence wait until it can no longer be undone; undoing withdraws those that still wait.
ALTER TABLE mail
  ADD COLUMN absence_id bigint REFERENCES absence ON DELETE SET NULL,
  ADD COLUMN hold_until timestamptz;
CREATE INDEX mail_absence ON mail (absence_id) WHERE absence_id IS NOT NULL;

-- Both triggers lock the coach, in ways that exclude each other: so whichever of an absence and an appointment comes
-- second sees the first.
CREATE FUNCTION refuse_in_absence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM coach c WHERE c.person_id = NEW.coach_id FOR KEY SHARE;
  IF EXISTS (
    SELECT FROM absence b
    WHERE b.coach_id = NEW.coach_id AND b.ended_at IS NULL
      AND b.starts_at < NEW.ends_at AND NEW.starts_at < b.ends_at
  ) THEN
    RAISE EXCEPTION 'the coach is absent'
      USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'appointment_in_absence', TABLE = 'appointment';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER appointment_made_not_in_absence BEFORE INSERT ON appointment
  FOR EACH ROW WHEN (NEW.status <> 'K' AND NEW.starts_at > clock_timestamp()) EXECUTE FUNCTION refuse_in_absence();
CREATE TRIGGER appointment_changed_not_in_absence
  BEFORE UPDATE OF status, coach_id, starts_at, ends_at ON appointment
  FOR EACH ROW WHEN (
    NEW.status <> 'K' AND NEW.starts_at > clock_timestamp()
      AND (OLD.status = 'K' OR
        (OLD.coach_id, OLD.starts_at, OLD.ends_at) IS DISTINCT FROM (NEW.coach_id, NEW.starts_at, NEW.ends_at))
  )
  EXECUTE FUNCTION refuse_in_absence();

CREATE FUNCTION refuse_over_appointments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM coach c WHERE c.person_id = NEW.coach_id FOR UPDATE;
  IF EXISTS (
    SELECT FROM appointment a
    WHERE a.coach_id = NEW.coach_id AND a.status IN ('F', 'G', 'V') AND a.starts_at > clock_timestamp()
      AND a.starts_at < NEW.ends_at AND NEW.starts_at < a.ends_at
  ) THEN
    RAISE EXCEPTION 'the coach has appointments'
      USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'absence_over_appointments', TABLE = 'absence';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER absence_not_over_appointments
  BEFORE INSERT OR UPDATE OF coach_id, starts_at, ends_at, ended_at ON absence
  FOR EACH ROW WHEN (NEW.ended_at IS NULL) EXECUTE FUNCTION refuse_over_appointments();
