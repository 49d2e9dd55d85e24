-- Coaches and admins are some dozens among all people: lists of them looked at everybody.
CREATE INDEX IF NOT EXISTS person_staff ON person (role_id, id) WHERE role_id <> 1;
