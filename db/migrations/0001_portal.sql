-- Accounts, appointments, documents, ratings, mail, audit. Every constraint is named for what it forbids; sql.ts of
-- the noun maps those names to refusals. Instants are timestamptz, calendar dates are Berlin dates.

CREATE EXTENSION IF NOT EXISTS btree_gist;

CREATE TABLE role (
  id smallint PRIMARY KEY,
  label text NOT NULL
);
INSERT INTO role VALUES (1, 'Teilnehmer:in'), (2, 'Coach'), (3, 'Admin');

CREATE TABLE coaching_type (
  id smallint PRIMARY KEY,
  label text NOT NULL
);
INSERT INTO coaching_type VALUES (1, 'Einzelcoaching'), (2, 'Speedcoaching');

CREATE TABLE location (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  label text NOT NULL CONSTRAINT location_label_once UNIQUE,
  place_id text
);

-- One row per human being; profiles below share its id. The role alone decides rights.
CREATE TABLE person (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  role_id smallint REFERENCES role,
  email text,
  first_name text NOT NULL,
  last_name text NOT NULL,
  gender text NOT NULL CONSTRAINT person_gender_known CHECK (gender IN ('m', 'f', 'd')),
  phone text NOT NULL DEFAULT '',
  password_hash text,
  must_change_password boolean NOT NULL DEFAULT false,
  confirmed_at timestamptz,
  inactive_at timestamptz,
  anonymised_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
-- E-mails compare without regard to case; the registration reads its refusal from this name.
CREATE UNIQUE INDEX person_email_once ON person (lower(email));

CREATE TABLE participant (
  person_id bigint PRIMARY KEY REFERENCES person,
  qualification text NOT NULL,
  qualification_start date NOT NULL,
  qualification_end date NOT NULL,
  location_id integer NOT NULL CONSTRAINT participant_location_known REFERENCES location,
  CONSTRAINT participant_period_in_order CHECK (qualification_start <= qualification_end)
);

CREATE TABLE coach (
  person_id bigint PRIMARY KEY REFERENCES person,
  teams_link text NOT NULL CONSTRAINT coach_link_is_https CHECK (teams_link ~ '^https://'),
  active boolean NOT NULL DEFAULT true,
  speed_coach boolean NOT NULL DEFAULT false
);

-- Only the hash of a session id is kept: who reads the table cannot sign in with it.
CREATE TABLE session (
  id_hash bytea PRIMARY KEY,
  person_id bigint NOT NULL REFERENCES person ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX session_person ON session (person_id);

-- Confirmation links and one-time passwords: hashes only, each valid until its time or its first use.
CREATE TABLE credential (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  person_id bigint NOT NULL REFERENCES person ON DELETE CASCADE,
  kind text NOT NULL CONSTRAINT credential_kind_known CHECK (kind IN ('confirmation', 'temporaryPassword')),
  hash text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX credential_person ON credential (person_id, kind);
CREATE INDEX credential_confirmation ON credential (hash) WHERE kind = 'confirmation';

-- One row is one stretch of a coach's time: F free, G booked, V missed, K cancelled.
CREATE TABLE appointment (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  coach_id bigint NOT NULL REFERENCES coach,
  type_id smallint NOT NULL REFERENCES coaching_type,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  status text NOT NULL DEFAULT 'F' CONSTRAINT appointment_status_known CHECK (status IN ('F', 'G', 'V', 'K')),
  participant_id bigint REFERENCES participant,
  self_booked boolean NOT NULL DEFAULT false,
  quota_number smallint CONSTRAINT appointment_quota_of_three CHECK (quota_number BETWEEN 1 AND 3),
  booked_at timestamptz,
  booked_by bigint REFERENCES person,
  cancel_kind text CONSTRAINT appointment_cancel_kind_known
    CHECK (cancel_kind IN ('byParticipant', 'byAdmin', 'goodwill')),
  cancel_reason text CONSTRAINT appointment_reason_short CHECK (length(cancel_reason) <= 1000),
  cancelled_at timestamptz,
  cancelled_by bigint REFERENCES person,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT appointment_ends_after_start CHECK (starts_at < ends_at),
  CONSTRAINT appointment_free_without_participant CHECK ((status = 'F') = (participant_id IS NULL)),
  CONSTRAINT appointment_speedcoaching_never_booked CHECK (type_id <> 2 OR status = 'F'),
  CONSTRAINT appointment_cancelled_with_kind CHECK ((status = 'K') = (cancel_kind IS NOT NULL)),
  CONSTRAINT appointment_self_booked_holds_quota
    CHECK ((self_booked AND type_id = 1 AND status IN ('G', 'V')) = (quota_number IS NOT NULL)),
  CONSTRAINT appointment_quota_once UNIQUE (participant_id, quota_number),
  CONSTRAINT appointment_coach_overlap
    EXCLUDE USING gist (coach_id WITH =, tstzrange(starts_at, ends_at) WITH &&) WHERE (status IN ('F', 'G', 'V')),
  CONSTRAINT appointment_participant_overlap
    EXCLUDE USING gist (participant_id WITH =, tstzrange(starts_at, ends_at) WITH &&) WHERE (status = 'G')
);
CREATE INDEX appointment_free ON appointment (starts_at, id) WHERE status = 'F';
CREATE INDEX appointment_of_participant ON appointment (participant_id, starts_at) WHERE participant_id IS NOT NULL;
CREATE INDEX appointment_of_coach ON appointment (coach_id, starts_at);

CREATE TABLE document (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  participant_id bigint NOT NULL REFERENCES participant,
  uploaded_by bigint NOT NULL REFERENCES person,
  by_coach boolean NOT NULL,
  name text NOT NULL CONSTRAINT document_name_length CHECK (length(name) BETWEEN 1 AND 200),
  ending text NOT NULL CONSTRAINT document_ending_known CHECK (ending IN ('docx', 'pdf', 'doc', 'odt')),
  size integer NOT NULL,
  sha256 bytea NOT NULL,
  store_key text NOT NULL CONSTRAINT document_store_key_once UNIQUE,
  uploaded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT document_name_once UNIQUE (participant_id, uploaded_by, by_coach, name)
);

CREATE TABLE rating (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  appointment_id bigint NOT NULL CONSTRAINT rating_once UNIQUE REFERENCES appointment,
  collaboration smallint NOT NULL CONSTRAINT rating_collaboration_stars CHECK (collaboration BETWEEN 1 AND 5),
  open_questions smallint NOT NULL CONSTRAINT rating_open_questions_stars CHECK (open_questions BETWEEN 1 AND 5),
  application_process smallint NOT NULL
    CONSTRAINT rating_application_process_stars CHECK (application_process BETWEEN 1 AND 5),
  competencies smallint NOT NULL CONSTRAINT rating_competencies_stars CHECK (competencies BETWEEN 1 AND 5),
  documents smallint NOT NULL CONSTRAINT rating_documents_stars CHECK (documents BETWEEN 1 AND 5),
  recommendation smallint NOT NULL CONSTRAINT rating_recommendation_stars CHECK (recommendation BETWEEN 1 AND 5),
  personal_feedback text NOT NULL DEFAULT '' CONSTRAINT rating_feedback_short CHECK (length(personal_feedback) <= 500),
  free_text text NOT NULL DEFAULT '' CONSTRAINT rating_free_text_short CHECK (length(free_text) <= 500),
  topics text[] NOT NULL DEFAULT '{}',
  topic_wishes text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- A message to send. Its text is made when it is sent; this row holds references only, and no secret.
CREATE TABLE mail (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  person_id bigint NOT NULL REFERENCES person ON DELETE CASCADE,
  appointment_id bigint REFERENCES appointment,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  sent_at timestamptz
);
CREATE INDEX mail_person ON mail (person_id);

-- Who, when, what, whom; no contents. The app's role may add and read, never change.
CREATE TABLE audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor_id bigint,
  action text NOT NULL,
  person_id bigint,
  appointment_id bigint,
  document_id bigint
);
CREATE INDEX audit_person ON audit (person_id, at);

-- Counters of attempts, shared by all instances; keys hold no readable address.
CREATE TABLE throttle (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
