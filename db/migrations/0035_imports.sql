-- An import of a calendar, so that it can be undone.
CREATE TABLE import (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  imported_by bigint NOT NULL REFERENCES person,
  imported_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  undone_at timestamptz
);

-- The import that an appointment came with; a slot that is opened again stays in it.
ALTER TABLE appointment ADD COLUMN import_id bigint REFERENCES import;
CREATE INDEX appointment_of_import ON appointment (import_id) WHERE import_id IS NOT NULL;
