-- What a booking is decided from, read under the locks of participant and slot, taken in this order. No row: the person
-- has no profile; a row without type: no such slot. A function, because each statement in it sees what others committed
-- while the one before waited for its lock; a single statement would see the facts as they were before it waited.
CREATE FUNCTION lock_booking(booker bigint, slot bigint, locks boolean)
RETURNS TABLE (
  coach bigint, type text, status text, participant bigint, "startsAt" timestamptz,
  active boolean, "hasEditableFile" boolean, "quotaNumbers" smallint[], busy boolean
) LANGUAGE plpgsql AS $$
BEGIN
  IF locks THEN
    PERFORM FROM participant t WHERE t.person_id = booker FOR UPDATE;
    PERFORM FROM appointment a WHERE a.id = slot FOR UPDATE;
  END IF;
  RETURN QUERY
    SELECT s.coach_id, y.label, s.status, s.participant_id, s.starts_at,
      p.inactive_at IS NULL AND p.confirmed_at IS NOT NULL AND p.role_id IS DISTINCT FROM 2,
      EXISTS (SELECT FROM document d WHERE d.participant_id = p.id AND NOT d.by_coach AND d.ending = 'docx'),
      ARRAY(SELECT a.quota_number FROM appointment a WHERE a.participant_id = p.id AND a.quota_number IS NOT NULL),
      EXISTS (
        SELECT FROM appointment a
        WHERE a.participant_id = p.id AND a.status = 'G' AND a.starts_at < s.ends_at AND s.starts_at < a.ends_at
      )
    -- Erasing takes the location away.
    FROM participant t JOIN person p ON p.id = t.person_id AND t.location_id IS NOT NULL
      LEFT JOIN (appointment s JOIN coaching_type y ON y.id = s.type_id) ON s.id = slot
    WHERE t.person_id = booker;
END $$;

-- A message that waits to be handed over to the queue. The queue rings a bell for every job, and commits that ring stand
-- in line for the disk, all of the database one after the other: handing over in the transaction that books would slow bookings down to a fourth.
ALTER TABLE mail ADD COLUMN to_hand_over boolean NOT NULL DEFAULT false;
CREATE INDEX mail_to_hand_over ON mail (created_at) WHERE to_hand_over;
