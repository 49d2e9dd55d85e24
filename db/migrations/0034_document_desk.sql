-- A file of the same name that its person uploads again later is a new version of the document, with its own row.
ALTER TABLE document
  ADD COLUMN version integer NOT NULL DEFAULT 1 CONSTRAINT document_version_counts CHECK (version > 0);
ALTER TABLE document DROP CONSTRAINT document_name_once;
ALTER TABLE document ADD CONSTRAINT document_version_once UNIQUE (participant_id, uploaded_by, by_coach, name, version);

-- How far coaches are with a participant's document; what coaches upload has no state.
ALTER TABLE document
  ADD COLUMN state text NOT NULL DEFAULT 'new' CONSTRAINT document_state_known CHECK (state IN ('new', 'inWork', 'returned'));

-- The participant's document that a coach's document answers; NULL once that one is deleted.
ALTER TABLE document ADD COLUMN answers bigint REFERENCES document ON DELETE SET NULL;
ALTER TABLE document ADD CONSTRAINT document_answer_by_coach CHECK (answers IS NULL OR by_coach);
CREATE INDEX document_answers ON document (answers) WHERE answers IS NOT NULL;

-- What a coach tells a participant in writing (person_id).
CREATE TABLE note (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  person_id bigint NOT NULL REFERENCES participant,
  author_id bigint NOT NULL REFERENCES person,
  text text NOT NULL CONSTRAINT note_text_length CHECK (length(text) BETWEEN 1 AND 1000),
  written_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX note_of_person ON note (person_id, written_at DESC, id DESC);
CREATE INDEX note_of_author ON note (author_id);

-- Documents that a coach has already answered with a file are not new.
UPDATE document d SET state = 'returned'
WHERE NOT d.by_coach AND EXISTS (
  SELECT FROM document a WHERE a.participant_id = d.participant_id AND a.by_coach AND a.uploaded_at > d.uploaded_at
);
