-- When and by whom an appointment was recorded that had ended more than a day before. Evidence and proofs say so, also
-- once that admin has another role, so it is stored when it happens.
ALTER TABLE appointment
  ADD COLUMN recorded_late_at timestamptz,
  ADD COLUMN recorded_late_by bigint REFERENCES person,
  ADD CONSTRAINT appointment_recorded_late_as_a_whole
    CHECK (num_nonnulls(recorded_late_at, recorded_late_by) <> 1),
  ADD CONSTRAINT appointment_recorded_late_of_somebody
    CHECK (recorded_late_at IS NULL OR participant_id IS NOT NULL);

-- Who booked what has long been stored: this holds for what admins of today have entered late. What they have set back
-- to booked late is not known for certain, so it stays unmarked.
UPDATE appointment a SET recorded_late_at = a.booked_at, recorded_late_by = a.booked_by
FROM person p
WHERE p.id = a.booked_by AND p.role_id = 3 AND NOT a.self_booked AND a.participant_id IS NOT NULL
  AND a.booked_at > a.ends_at + interval '24 hours';
