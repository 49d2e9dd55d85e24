-- A word of the participant to the coach, about one booking.
ALTER TABLE appointment ADD COLUMN booking_note text
  CONSTRAINT appointment_booking_note_short CHECK (length(booking_note) BETWEEN 1 AND 500);

-- It belongs to the booking: whoever cancels it, moves it to another row or takes it back, no row keeps the word but
-- the booked one, or the one set to missed.
CREATE FUNCTION forget_booking_note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.booking_note := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER appointment_forgets_booking_note BEFORE UPDATE OF status ON appointment
  FOR EACH ROW WHEN (NEW.booking_note IS NOT NULL AND NEW.status NOT IN ('G', 'V'))
  EXECUTE FUNCTION forget_booking_note();
