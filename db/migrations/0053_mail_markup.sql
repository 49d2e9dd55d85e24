-- How many tracked changes and comments are in the documents that a mail is about; NULL for mails about anything else.
ALTER TABLE mail
  ADD COLUMN changes integer,
  ADD COLUMN comments integer,
  ADD CONSTRAINT mail_markup_counts
    CHECK (num_nulls(changes, comments) IN (0, 2) AND changes >= 0 AND comments >= 0);
