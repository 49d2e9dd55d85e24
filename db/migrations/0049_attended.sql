-- When a coach confirmed that the participant of a booked appointment was there.
ALTER TABLE appointment
  ADD COLUMN attended_at timestamptz,
  ADD CONSTRAINT appointment_attended_only_if_booked CHECK (attended_at IS NULL OR status = 'G');

-- Whoever sets the appointment to missed, or cancels it, thereby takes the confirmation back.
CREATE FUNCTION drop_attended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.attended_at := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER appointment_drops_attended BEFORE UPDATE OF status ON appointment
  FOR EACH ROW WHEN (NEW.attended_at IS NOT NULL AND NEW.status <> 'G')
  EXECUTE FUNCTION drop_attended();
