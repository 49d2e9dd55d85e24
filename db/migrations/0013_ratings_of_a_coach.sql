-- A coach's ratings of a year are found through the ids of the coach's appointments, which the index tells by itself.
DROP INDEX appointment_of_coach;
CREATE INDEX appointment_of_coach ON appointment (coach_id, starts_at) INCLUDE (id);
