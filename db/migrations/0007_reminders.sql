-- Calendar programs take a change only with a higher number than the one they know, so every change of state counts.
ALTER TABLE appointment ADD COLUMN calendar_sequence integer NOT NULL DEFAULT 0;
CREATE FUNCTION raise_calendar_sequence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.calendar_sequence := OLD.calendar_sequence + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER appointment_raises_calendar_sequence
  BEFORE UPDATE OF status ON appointment
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION raise_calendar_sequence();

-- What became of a mail: at most one of sent, failed for good, overtaken by events; none while it waits.
ALTER TABLE mail
  ADD COLUMN attempts integer NOT NULL DEFAULT 0,
  ADD COLUMN tried_at timestamptz,
  -- Code of the last fault and the number of the server's answer ('EENVELOPE 550'); never its words, they hold addresses.
  ADD COLUMN last_code text,
  ADD COLUMN failed_at timestamptz,
  ADD COLUMN overtaken_at timestamptz,
  ADD CONSTRAINT mail_ends_once CHECK (num_nonnulls(sent_at, failed_at, overtaken_at) <= 1);
-- A person's mails and everybody's, newest first, and the oldest that waits.
CREATE INDEX mail_of_person ON mail (person_id, created_at, id);
DROP INDEX mail_person;
CREATE INDEX mail_newest ON mail (created_at, id);
CREATE INDEX mail_waiting ON mail (created_at) WHERE sent_at IS NULL AND failed_at IS NULL AND overtaken_at IS NULL;

-- What a person wants of each kind of reminder; without a row it is wanted.
CREATE TABLE reminder_choice (
  person_id bigint NOT NULL REFERENCES person ON DELETE CASCADE,
  kind text NOT NULL CONSTRAINT reminder_choice_kind_known
    CHECK (kind IN ('reminderThreeDays', 'reminderDayBefore', 'reminderSoon', 'ratingInvitation')),
  wanted boolean NOT NULL,
  PRIMARY KEY (person_id, kind)
);

-- A reminder that was queued: its row is why no other worker queues it again. An appointment's row knows one participant.
CREATE TABLE reminder (
  appointment_id bigint NOT NULL REFERENCES appointment ON DELETE CASCADE,
  kind text NOT NULL,
  queued_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (appointment_id, kind)
);
CREATE INDEX reminder_queued ON reminder (queued_at);
-- The booked ones around today are a few thousand of a million.
CREATE INDEX appointment_booked ON appointment (starts_at) WHERE status = 'G';
