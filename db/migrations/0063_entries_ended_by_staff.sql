-- An entry on the waiting list that staff have ended can be set back, one that its person has left cannot.
ALTER TABLE waiting_entry
  DROP CONSTRAINT waiting_entry_end_known,
  ADD CONSTRAINT waiting_entry_end_known
    CHECK (ended_by IN ('taken', 'left', 'staff', 'passed', 'booking', 'account'));
