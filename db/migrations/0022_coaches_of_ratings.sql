-- The ratings from before get their coach by a step of its own: the one before holds the table for a moment only.
UPDATE rating r SET coach_id = a.coach_id FROM appointment a WHERE a.id = r.appointment_id AND r.coach_id IS NULL;
CREATE INDEX IF NOT EXISTS rating_of_coach ON rating (coach_id, created_at, id);
