-- A restore inserts rows in any order: the row that a booking has left may come after the one that it moved to.
ALTER TABLE appointment ALTER CONSTRAINT appointment_moved_from_known DEFERRABLE INITIALLY IMMEDIATE;
