-- A booking that a coach has taken back gives no right to its participant's data, unlike other cancelled ones.
ALTER TABLE appointment ADD COLUMN taken_back boolean NOT NULL DEFAULT false;
UPDATE appointment a SET taken_back = true FROM audit l
WHERE l.action = 'bookingTakenBack' AND a.id = l.appointment_id AND a.status = 'K' AND a.cancel_kind = 'byAdmin';

-- Whom a coach has found by the complete e-mail address: for an hour the coach may book for them.
CREATE TABLE found_participant (
  coach_id bigint NOT NULL REFERENCES person,
  person_id bigint NOT NULL REFERENCES participant,
  found_at timestamptz NOT NULL,
  PRIMARY KEY (coach_id, person_id)
);
CREATE INDEX found_participant_person ON found_participant (person_id);
