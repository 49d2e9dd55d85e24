-- The import of a free slot that an absence has deleted: undoing the absence puts the slot back into it.
ALTER TABLE absence_change ADD COLUMN import_id bigint REFERENCES import;

-- A slot that a booking had taken over can be free again, once the absence is undone that had handed the booking over.
-- Mails were written about it then; they do not keep it from being deleted.
CREATE FUNCTION leave_mails() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE mail SET appointment_id = NULL WHERE appointment_id = OLD.id;
  RETURN OLD;
END $$;
CREATE TRIGGER appointment_deleted_leaves_mails BEFORE DELETE ON appointment
  FOR EACH ROW WHEN (OLD.status = 'F') EXECUTE FUNCTION leave_mails();
