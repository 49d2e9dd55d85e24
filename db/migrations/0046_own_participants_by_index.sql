-- A coach's own participants are read from the index alone: it holds only the appointments that make a participant the
-- coach's own (reference 8.10, people/own-participants.sql.ts). Otherwise a search by two letters reads every
-- appointment of the coach from the table.
DROP INDEX appointment_of_both;
CREATE INDEX appointment_of_both ON appointment (coach_id, participant_id)
  WHERE participant_id IS NOT NULL AND cancel_kind IS DISTINCT FROM 'rescheduled' AND NOT (taken_back AND status = 'K');
