-- How far ahead the next free Einzelcoaching was, counted each morning: for all coaches (coach_id NULL) and for each.
CREATE TABLE availability (
  day date NOT NULL,
  coach_id bigint REFERENCES coach,
  -- 0: on the same day; NULL: none was free.
  days_until integer CONSTRAINT availability_days_not_negative CHECK (days_until >= 0),
  CONSTRAINT availability_once UNIQUE NULLS NOT DISTINCT (day, coach_id)
);
CREATE INDEX availability_of_coach ON availability (coach_id, day);

-- Entries of the waiting list that are open, or have passed unmet, by the days on which they end.
CREATE INDEX waiting_entry_unmet ON waiting_entry (till_date, from_date) WHERE ended_at IS NULL OR ended_by = 'passed';
