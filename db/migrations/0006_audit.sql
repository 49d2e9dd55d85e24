-- The log is read newest first, whole or by whom, by what or of whom; each page begins where the last one ended.
CREATE INDEX audit_newest ON audit (at, id);
CREATE INDEX audit_of_action ON audit (action, at, id);
CREATE INDEX audit_by_actor ON audit (actor_id, at, id);
CREATE INDEX audit_of_person ON audit (person_id, at, id);
DROP INDEX audit_person;

-- When an appointment would have begun that the deed took away: its own row tells it no more.
ALTER TABLE audit ADD COLUMN appointment_starts_at timestamptz;
