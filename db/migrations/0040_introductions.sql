-- How a coach introduces themselves: a text and a picture. A row is a version and keeps its content; another content is
-- another row, so that whoever approves an id approves what they have seen. A coach has at most one version that is
-- shown, and at most one beside it: proposed, or refused with a reason.
CREATE TABLE introduction (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  person_id bigint NOT NULL REFERENCES coach,
  text text NOT NULL CONSTRAINT introduction_text_short CHECK (length(text) <= 500),
  -- A WebP that the portal has drawn itself.
  picture bytea CONSTRAINT introduction_picture_small CHECK (octet_length(picture) BETWEEN 1 AND 300000),
  state text NOT NULL DEFAULT 'proposed'
    CONSTRAINT introduction_state_known CHECK (state IN ('proposed', 'refused', 'shown')),
  reason text CONSTRAINT introduction_reason_short CHECK (length(reason) BETWEEN 1 AND 1000),
  proposed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decided_at timestamptz,
  CONSTRAINT introduction_not_empty CHECK (text <> '' OR picture IS NOT NULL),
  CONSTRAINT introduction_refused_with_reason CHECK ((state = 'refused') = (reason IS NOT NULL)),
  CONSTRAINT introduction_decided_once CHECK ((state = 'proposed') = (decided_at IS NULL))
);
CREATE UNIQUE INDEX introduction_shown_once ON introduction (person_id) WHERE state = 'shown';
CREATE UNIQUE INDEX introduction_open_once ON introduction (person_id) WHERE state <> 'shown';
CREATE INDEX introduction_proposed ON introduction (proposed_at, id) WHERE state = 'proposed';

-- A picture is fetched by the browser alone, which presents its session's cookie and not the id.
CREATE INDEX session_of_companion ON session (companion_hash);
