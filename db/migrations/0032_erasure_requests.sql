-- What participants ask when they want to be erased (GDPR Art. 17). One request of a person is open at most. Admins
-- either erase the person, which deletes the row, or close the request with a reason, which is mailed.
CREATE TABLE erasure_request (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  person_id bigint NOT NULL REFERENCES participant,
  requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  reason text NOT NULL DEFAULT '' CONSTRAINT erasure_request_reason_short CHECK (length(reason) <= 1000),
  closed_at timestamptz,
  closed_by bigint REFERENCES person,
  closing_reason text
    CONSTRAINT erasure_request_closing_reason_length CHECK (length(closing_reason) BETWEEN 1 AND 1000),
  CONSTRAINT erasure_request_closed_with_reason
    CHECK (num_nonnulls(closed_at, closed_by, closing_reason) IN (0, 3))
);
CREATE UNIQUE INDEX erasure_request_open_once ON erasure_request (person_id) WHERE closed_at IS NULL;
CREATE INDEX erasure_request_of_person ON erasure_request (person_id, id);
CREATE INDEX erasure_request_by_time ON erasure_request (requested_at, id) WHERE closed_at IS NULL;

-- The request that a mail answers: its text has the reason.
ALTER TABLE mail ADD COLUMN erasure_request_id bigint REFERENCES erasure_request ON DELETE SET NULL;
CREATE INDEX mail_erasure_request ON mail (erasure_request_id) WHERE erasure_request_id IS NOT NULL;
