-- What lists of a million appointments and a log of millions of entries need beyond the order of their pages.

-- Whether a participant is a coach's own, and whose participants are a coach's.
CREATE INDEX appointment_of_both ON appointment (coach_id, participant_id) WHERE participant_id IS NOT NULL;
-- Counts by status over a range of days, read from the index alone.
CREATE INDEX appointment_status_by_start ON appointment (starts_at, status);
-- A deed that somebody busy has rarely done.
CREATE INDEX audit_by_actor_and_action ON audit (actor_id, action, at, id);
