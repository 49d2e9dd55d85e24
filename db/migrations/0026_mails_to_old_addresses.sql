-- A mail that goes to an address its person no longer has: the news that it was replaced. NULL for all others, which go to
-- the person's address of the moment when they leave. It goes with the row.
ALTER TABLE mail ADD COLUMN address text;
