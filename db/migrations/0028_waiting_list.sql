-- The waiting list. An entry is a participant's wish for an Einzelcoaching; a slot that becomes free is offered to one
-- entry after the other, and held for its person meanwhile.

-- When a free slot was moved to its present time; NULL if it was never moved. And the participant who has just given
-- the slot up: they get no offer of it.
ALTER TABLE appointment
  ADD COLUMN free_since timestamptz,
  ADD COLUMN given_up_by bigint;

CREATE TABLE waiting_entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  person_id bigint NOT NULL REFERENCES participant,
  -- NULL: any coach.
  coach_id bigint REFERENCES coach,
  -- Days, weekdays (1 Monday to 7, in order) and times of the Berlin wall clock; a slot fits if it lies wholly within
  -- them.
  from_date date NOT NULL,
  till_date date NOT NULL,
  weekdays smallint[],
  from_time time,
  till_time time,
  -- The booking that would be rescheduled.
  instead_of bigint REFERENCES appointment,
  -- An open entry has one of the participant's three places.
  place smallint CONSTRAINT waiting_entry_place_of_three CHECK (place BETWEEN 1 AND 3),
  joined_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  ended_by text CONSTRAINT waiting_entry_end_known CHECK (ended_by IN ('taken', 'left', 'passed', 'booking', 'account')),
  CONSTRAINT waiting_entry_days_in_order CHECK (from_date <= till_date),
  CONSTRAINT waiting_entry_times_in_order CHECK (from_time < till_time),
  CONSTRAINT waiting_entry_waits_or_ended
    CHECK ((ended_at IS NULL) = (place IS NOT NULL) AND (ended_at IS NULL) = (ended_by IS NULL)),
  CONSTRAINT waiting_entry_place_once UNIQUE (person_id, place)
);
CREATE INDEX waiting_entry_order ON waiting_entry (joined_at, id) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX waiting_entry_identical_once
  ON waiting_entry (person_id, coach_id, from_date, till_date, weekdays, from_time, till_time, instead_of)
  NULLS NOT DISTINCT WHERE ended_at IS NULL;
CREATE INDEX waiting_entry_instead_of ON waiting_entry (instead_of) WHERE ended_at IS NULL AND instead_of IS NOT NULL;

-- Who was offered a slot, and until when it is held for them. An offer without an outcome holds its slot until then;
-- after that moment it holds nothing, and a job sets its outcome. Person and coach are copies without foreign keys:
-- their checks would wait for locks, and a transaction that frees a slot must not wait.
CREATE TABLE waiting_offer (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entry_id bigint NOT NULL REFERENCES waiting_entry ON DELETE CASCADE,
  person_id bigint NOT NULL,
  -- NULL once the slot is deleted or has moved; the next three columns keep what it was.
  appointment_id bigint REFERENCES appointment ON DELETE SET NULL,
  coach_id bigint NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  held_from timestamptz NOT NULL,
  held_until timestamptz NOT NULL,
  outcome text CONSTRAINT waiting_offer_outcome_known CHECK (outcome IN ('taken', 'declined', 'expired', 'withdrawn')),
  CONSTRAINT waiting_offer_held_in_order CHECK (held_from <= held_until),
  CONSTRAINT waiting_offer_open_has_slot CHECK (outcome IS NOT NULL OR appointment_id IS NOT NULL),
  CONSTRAINT waiting_offer_asked_once UNIQUE (appointment_id, person_id),
  CONSTRAINT waiting_offer_one_per_person
    EXCLUDE USING gist (person_id WITH =, tstzrange(held_from, held_until) WITH &&) WHERE (outcome IS NULL)
);
CREATE UNIQUE INDEX waiting_offer_one_per_slot ON waiting_offer (appointment_id) WHERE outcome IS NULL;
CREATE INDEX waiting_offer_open ON waiting_offer (held_until) WHERE outcome IS NULL;
CREATE INDEX waiting_offer_of_entry ON waiting_offer (entry_id);
CREATE INDEX waiting_offer_of_person ON waiting_offer (person_id);

-- The offer that a mail is about: the slot itself may be gone when the mail is sent.
ALTER TABLE mail ADD COLUMN offer_id bigint REFERENCES waiting_offer ON DELETE SET NULL;
CREATE INDEX mail_offer ON mail (offer_id) WHERE offer_id IS NOT NULL;

-- For whom a slot is held, and until when, even if that moment has passed. A function, because a booking reads it after
-- its locks: a statement sees the data from before it waited for the locks, a function that of the moment of its call.
CREATE FUNCTION hold_of(slot bigint) RETURNS TABLE (holder bigint, "heldUntil" timestamptz) LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY SELECT o.person_id, o.held_until FROM waiting_offer o WHERE o.appointment_id = slot AND o.outcome IS NULL;
END $$;

-- When a slot is booked, its offer ends, and so does the entry if the holder has booked it. Triggers here and below, so
-- that no way of booking, cancelling, deleting or moving can forget this.
CREATE FUNCTION settle_offer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH settled AS (
    UPDATE waiting_offer SET outcome = CASE WHEN person_id = NEW.participant_id THEN 'taken' ELSE 'expired' END
    WHERE appointment_id = NEW.id AND outcome IS NULL
    RETURNING entry_id, outcome
  )
  UPDATE waiting_entry e
  SET ended_at = coalesce(e.ended_at, clock_timestamp()), ended_by = 'taken', place = NULL
  FROM settled s WHERE e.id = s.entry_id AND s.outcome = 'taken';
  RETURN NULL;
END $$;
CREATE TRIGGER appointment_settles_offer AFTER UPDATE OF status ON appointment
  FOR EACH ROW WHEN (OLD.status = 'F' AND NEW.status = 'G') EXECUTE FUNCTION settle_offer();

-- When a free slot is deleted or moved, it is no longer held, and whoever had it held gets a mail. After a move it
-- counts as new.
CREATE FUNCTION withdraw_offers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH ended AS (
    UPDATE waiting_offer SET outcome = CASE WHEN held_until > clock_timestamp() THEN 'withdrawn' ELSE 'expired' END
    WHERE appointment_id = OLD.id AND outcome IS NULL
    RETURNING id, person_id, outcome
  )
  INSERT INTO mail (kind, person_id, offer_id, to_hand_over)
    SELECT 'waitingOfferGone', person_id, id, true FROM ended WHERE outcome = 'withdrawn';
  UPDATE waiting_offer SET appointment_id = NULL WHERE appointment_id = OLD.id;
  IF TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  NEW.free_since := clock_timestamp();
  NEW.given_up_by := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER appointment_deleted_withdraws_offers BEFORE DELETE ON appointment
  FOR EACH ROW WHEN (OLD.status = 'F') EXECUTE FUNCTION withdraw_offers();
CREATE TRIGGER appointment_moved_withdraws_offers BEFORE UPDATE OF coach_id, starts_at, ends_at ON appointment
  FOR EACH ROW WHEN (
    OLD.status = 'F' AND NEW.status = 'F'
      AND (OLD.coach_id, OLD.starts_at, OLD.ends_at) IS DISTINCT FROM (NEW.coach_id, NEW.starts_at, NEW.ends_at)
  )
  EXECUTE FUNCTION withdraw_offers();

-- When a booking is cancelled, entries that wait for a slot instead of it end. What is held for them is free for
-- everybody until a job offers it to the next.
CREATE FUNCTION end_waiting_instead_of(booking bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH ended AS (
    UPDATE waiting_entry SET ended_at = clock_timestamp(), ended_by = 'booking', place = NULL
    WHERE instead_of = booking AND ended_at IS NULL
    RETURNING id
  )
  UPDATE waiting_offer o SET held_until = greatest(o.held_from, least(o.held_until, clock_timestamp()))
  FROM ended WHERE o.entry_id = ended.id AND o.outcome IS NULL;
END $$;
CREATE FUNCTION end_waiting_instead() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM end_waiting_instead_of(NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER appointment_cancelled_ends_waiting AFTER UPDATE OF status ON appointment
  FOR EACH ROW WHEN (OLD.status <> 'K' AND NEW.status = 'K' AND NEW.cancel_kind <> 'rescheduled')
  EXECUTE FUNCTION end_waiting_instead();

-- When a participant moves a booking, entries that wait for a slot instead of it end. When staff move it, these entries
-- name the new row.
CREATE FUNCTION follow_moved_booking() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.moved_by_staff THEN
    UPDATE waiting_entry SET instead_of = NEW.id WHERE instead_of = NEW.moved_from AND ended_at IS NULL;
  ELSE
    PERFORM end_waiting_instead_of(NEW.moved_from);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER appointment_made_by_move_leads_waiting AFTER INSERT ON appointment
  FOR EACH ROW WHEN (NEW.moved_from IS NOT NULL) EXECUTE FUNCTION follow_moved_booking();
CREATE TRIGGER appointment_taken_by_move_leads_waiting AFTER UPDATE OF moved_from ON appointment
  FOR EACH ROW WHEN (NEW.moved_from IS NOT NULL) EXECUTE FUNCTION follow_moved_booking();
