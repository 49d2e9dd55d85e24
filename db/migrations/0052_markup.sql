-- The tracked changes and comments in a docx; NULL for other documents, for a docx that cannot be read, and until they
-- have been counted. Documents that were stored before are counted at night.
ALTER TABLE document
  ADD COLUMN insertions integer,
  ADD COLUMN deletions integer,
  ADD COLUMN comments integer,
  ADD COLUMN markup_counted boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT document_markup_counts CHECK (
    num_nulls(insertions, deletions, comments) = 3
    OR (insertions >= 0 AND deletions >= 0 AND comments >= 0 AND ending = 'docx' AND markup_counted)
  );
CREATE INDEX document_uncounted ON document (id) WHERE ending = 'docx' AND NOT markup_counted;
