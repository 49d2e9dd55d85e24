-- Bookings by the time they were made, newest first, of everybody and of one coach; free rows have none.
CREATE INDEX appointment_newest_booking ON appointment (booked_at, id) WHERE booked_at IS NOT NULL;
CREATE INDEX appointment_newest_booking_of_coach ON appointment (coach_id, booked_at, id) WHERE booked_at IS NOT NULL;
-- The plan of all coaches for some days.
CREATE INDEX appointment_held ON appointment (starts_at, id) WHERE status IN ('G', 'V');
