-- A document has all three counts or none: the check of 0052 let some of them be NULL.
ALTER TABLE document
  DROP CONSTRAINT document_markup_counts,
  ADD CONSTRAINT document_markup_counts CHECK (
    num_nulls(insertions, deletions, comments) IN (0, 3)
    AND (insertions IS NULL OR (least(insertions, deletions, comments) >= 0 AND ending = 'docx' AND markup_counted))
  );
