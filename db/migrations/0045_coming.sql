-- When the participant said 'Ich komme' to a booking.
ALTER TABLE appointment ADD COLUMN coming_at timestamptz;

-- It belongs to the booking: a row that is no longer booked or missed does not keep it. A moved booking is a new row.
CREATE FUNCTION drop_coming() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.coming_at := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER appointment_drops_coming BEFORE UPDATE OF status ON appointment
  FOR EACH ROW WHEN (NEW.coming_at IS NOT NULL AND NEW.status NOT IN ('G', 'V'))
  EXECUTE FUNCTION drop_coming();
