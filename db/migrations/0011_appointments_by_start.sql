-- Counts of some days are read from the index alone: of a million appointments a month's lie on ten thousand pages.
DROP INDEX appointment_start;
CREATE INDEX appointment_start ON appointment (starts_at, id) INCLUDE (status, type_id, coach_id);
-- The same as appointment_newest_booking: each booking would be entered twice.
DROP INDEX appointment_booked_at;
