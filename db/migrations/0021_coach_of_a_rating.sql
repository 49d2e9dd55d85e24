-- A coach's ratings of some days are read from one index. Through the coach's appointments they cost more with every year,
-- through the days with every other coach. The coach of an appointment never changes; a trigger copies it, so that a release
-- which does not know the column writes it, too.
ALTER TABLE rating ADD COLUMN coach_id bigint;
CREATE FUNCTION note_coach_of_rating() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT a.coach_id INTO NEW.coach_id FROM appointment a WHERE a.id = NEW.appointment_id;
  RETURN NEW;
END $$;
CREATE TRIGGER rating_notes_coach BEFORE INSERT ON rating FOR EACH ROW EXECUTE FUNCTION note_coach_of_rating();
