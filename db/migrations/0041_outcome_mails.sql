-- Mails about what staff change wait, and further changes replace them while they do. Each says what its person knew of
-- the appointment before: so the mail that leaves tells the outcome against that, and none leaves if nothing differs.
ALTER TABLE mail
  -- How the person knew the appointment, 'none' if not at all; NULL for mails that no change replaces.
  ADD COLUMN known_state text CONSTRAINT mail_known_state_known
    CHECK (known_state IN ('none', 'booked', 'missed', 'byParticipant', 'byAdmin', 'goodwill', 'rescheduled')),
  ADD COLUMN known_coach_id bigint REFERENCES coach,
  ADD COLUMN known_starts_at timestamptz,
  ADD COLUMN known_ends_at timestamptz,
  ADD CONSTRAINT mail_known_as_a_whole
    CHECK (num_nonnulls(known_coach_id, known_starts_at, known_ends_at) =
      CASE WHEN known_state <> 'none' THEN 3 ELSE 0 END);
