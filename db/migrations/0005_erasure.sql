-- What described an anonymised participant is gone, not replaced by an invention. A row without these three is erased.
ALTER TABLE participant
  ALTER COLUMN qualification_start DROP NOT NULL,
  ALTER COLUMN qualification_end DROP NOT NULL,
  ALTER COLUMN location_id DROP NOT NULL,
  ADD CONSTRAINT participant_described_or_erased
    CHECK (num_nulls(qualification_start, qualification_end, location_id) IN (0, 3));

-- The name as lists show it. An anonymised person has one word for a name, and no space behind it.
ALTER TABLE person ADD COLUMN full_name text NOT NULL
  GENERATED ALWAYS AS (btrim(first_name || ' ' || last_name)) STORED;

-- Who is anonymised takes along what was written to others about their appointments.
CREATE INDEX mail_appointment ON mail (appointment_id) WHERE appointment_id IS NOT NULL;
