-- Rescheduling: a booking moves to another slot. Its row becomes K of the kind 'rescheduled', and another row has it
-- then.
ALTER TABLE appointment
  DROP CONSTRAINT appointment_cancel_kind_known,
  ADD CONSTRAINT appointment_cancel_kind_known
    CHECK (cancel_kind IN ('byParticipant', 'byAdmin', 'goodwill', 'rescheduled')),
  -- The row that the booking was moved from, and when.
  ADD COLUMN moved_from bigint CONSTRAINT appointment_moved_from_known REFERENCES appointment,
  ADD COLUMN moved_at timestamptz,
  -- Whether staff have moved the booking: then its participant may cancel or reschedule it until it begins.
  ADD COLUMN moved_by_staff boolean NOT NULL DEFAULT false,
  -- The number in the UID of the calendar event of a booking that was moved; NULL for all others, whose UID has their
  -- own id.
  ADD COLUMN calendar_event bigint,
  ADD CONSTRAINT appointment_moved_as_a_whole
    CHECK (num_nonnulls(moved_from, moved_at, calendar_event) IN (0, 3) AND NOT (moved_by_staff AND moved_from IS NULL)),
  ADD CONSTRAINT appointment_free_was_never_moved CHECK (status <> 'F' OR moved_from IS NULL);

-- A booking moves away from a row only once, and of the rows with one event all but the last are 'rescheduled'.
CREATE UNIQUE INDEX appointment_moved_once ON appointment (moved_from) WHERE moved_from IS NOT NULL;
CREATE UNIQUE INDEX appointment_event_once ON appointment (calendar_event)
  WHERE calendar_event IS NOT NULL AND cancel_kind IS DISTINCT FROM 'rescheduled';

-- SEQUENCE counts per event: the row that a booking moves to continues the count of the row before. Moving a free slot
-- counts as well, because subscriptions show it.
CREATE OR REPLACE FUNCTION raise_calendar_sequence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.calendar_sequence := greatest(OLD.calendar_sequence, NEW.calendar_sequence) + 1;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER appointment_raises_calendar_sequence
  BEFORE UPDATE OF status, coach_id, starts_at, ends_at ON appointment
  FOR EACH ROW WHEN (
    (OLD.status, OLD.coach_id, OLD.starts_at, OLD.ends_at)
      IS DISTINCT FROM (NEW.status, NEW.coach_id, NEW.starts_at, NEW.ends_at)
  )
  EXECUTE FUNCTION raise_calendar_sequence();

-- What decides about rescheduling, read under the locks of the participant, the old row's coach, and both rows in order
-- of id. No row: the person has no profile; "oldStatus" NULL: not their booking; type NULL: no such slot. The coach is
-- locked because the old slot may be opened again only while the coach is active.
CREATE FUNCTION lock_reschedule(booker bigint, moved bigint, slot bigint, locks boolean)
RETURNS TABLE (
  "oldStatus" text, "oldStartsAt" timestamptz, "oldEndsAt" timestamptz, "oldCoach" bigint, "oldCoachActive" boolean,
  "movedByStaff" boolean, "quotaNumber" smallint,
  type text, status text, participant bigint, "startsAt" timestamptz, "endsAt" timestamptz, coach bigint,
  "movedFrom" bigint, active boolean, "hasEditableFile" boolean, busy boolean
) LANGUAGE plpgsql AS $$
BEGIN
  IF locks THEN
    PERFORM FROM participant t WHERE t.person_id = booker FOR UPDATE;
    PERFORM FROM coach c JOIN appointment a ON a.coach_id = c.person_id
      WHERE a.id = moved AND a.participant_id = booker FOR SHARE OF c;
    PERFORM FROM appointment a WHERE a.id IN (moved, slot) ORDER BY a.id FOR UPDATE;
  END IF;
  RETURN QUERY
    SELECT o.status, o.starts_at, o.ends_at, o.coach_id, c.active, o.moved_by_staff, o.quota_number,
      y.label, s.status, s.participant_id, s.starts_at, s.ends_at, s.coach_id, s.moved_from,
      p.inactive_at IS NULL AND p.confirmed_at IS NOT NULL AND p.role_id IS DISTINCT FROM 2,
      EXISTS (SELECT FROM document d WHERE d.participant_id = p.id AND NOT d.by_coach AND d.ending = 'docx'),
      EXISTS (
        SELECT FROM appointment a
        WHERE a.participant_id = p.id AND a.status = 'G' AND a.id <> moved
          AND a.starts_at < s.ends_at AND s.starts_at < a.ends_at
      )
    -- Anonymising removes the location.
    FROM participant t JOIN person p ON p.id = t.person_id AND t.location_id IS NOT NULL
      LEFT JOIN (appointment o JOIN coach c ON c.person_id = o.coach_id) ON o.id = moved AND o.participant_id = booker
      LEFT JOIN (appointment s JOIN coaching_type y ON y.id = s.type_id) ON s.id = slot
    WHERE t.person_id = booker;
END $$;
