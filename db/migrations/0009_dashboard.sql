-- How many sessions were active on each Berlin day: a session counts on its first use of a day, and stays counted when it
-- ends. A number alone, of nobody.
CREATE TABLE session_day (
  day date PRIMARY KEY,
  sessions integer NOT NULL DEFAULT 1
);
INSERT INTO session_day (day, sessions)
  SELECT (seen_at AT TIME ZONE 'Europe/Berlin')::date, count(*) FROM session GROUP BY 1;

-- Bookings by the time they were made, the newest registrations, everybody's calendar by day.
CREATE INDEX appointment_booked_at ON appointment (booked_at, id) WHERE booked_at IS NOT NULL;
CREATE INDEX person_created ON person (created_at, id);
CREATE INDEX appointment_start ON appointment (starts_at, id);
