-- Series: a weekly pattern of a coach's appointments, which are all made at once. Dates and times are those of the
-- Berlin wall clock; weekdays go from 1 (Monday) to 7.
CREATE TABLE series (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  coach_id bigint NOT NULL REFERENCES coach,
  type_id smallint NOT NULL REFERENCES coaching_type,
  weekdays smallint[] NOT NULL
    CONSTRAINT series_has_weekdays CHECK (cardinality(weekdays) > 0 AND weekdays <@ ARRAY[1, 2, 3, 4, 5, 6, 7]::smallint[]),
  -- Counted from the week of from_date on.
  every_weeks smallint NOT NULL CONSTRAINT series_every_one_to_four_weeks CHECK (every_weeks BETWEEN 1 AND 4),
  from_date date NOT NULL,
  till_date date NOT NULL,
  from_time time NOT NULL,
  till_time time NOT NULL,
  minutes smallint NOT NULL CONSTRAINT series_minutes_in_bounds CHECK (minutes BETWEEN 15 AND 240),
  break_minutes smallint NOT NULL CONSTRAINT series_break_in_bounds CHECK (break_minutes BETWEEN 0 AND 120),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT series_days_in_order CHECK (from_date <= till_date),
  CONSTRAINT series_times_in_order CHECK (from_time < till_time)
);
CREATE INDEX series_of_coach ON series (coach_id, till_date);
CREATE INDEX series_by_end ON series (till_date);

-- The series that an appointment belongs to; a slot that is opened again stays in it, an appointment that is moved
-- leaves it.
ALTER TABLE appointment ADD COLUMN series_id bigint REFERENCES series;
CREATE INDEX appointment_of_series ON appointment (series_id, status) WHERE series_id IS NOT NULL;
