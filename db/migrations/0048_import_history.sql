-- What each import has done, for the history of imports. Null for imports from before this migration. `file_name` is
-- also null once the person who imported is anonymised.
ALTER TABLE import
  ADD COLUMN file_name text,
  ADD COLUMN header_row integer,
  ADD COLUMN imported_count integer,
  ADD COLUMN failed_count integer;

-- The rows of a file that were not imported, as they stood in it. They can name people, so they are kept for 30 days.
CREATE TABLE import_failure (
  import_id bigint NOT NULL REFERENCES import ON DELETE CASCADE,
  -- Counted from 1 after the header, which is row `header_row` of the file.
  row_number integer NOT NULL,
  coach_email text NOT NULL,
  type text NOT NULL,
  date text NOT NULL,
  from_time text NOT NULL,
  till_time text NOT NULL,
  reason text NOT NULL,
  PRIMARY KEY (import_id, row_number)
);

-- The list of imports asks whether one has bookings, and reads the free appointments of none.
DROP INDEX appointment_of_import;
CREATE INDEX appointment_of_import ON appointment (import_id, status) WHERE import_id IS NOT NULL;
