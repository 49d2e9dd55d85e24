-- Webhooks: addresses of other systems to which the portal sends events, signed by Standard Webhooks.
CREATE TABLE webhook (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  url text NOT NULL CONSTRAINT webhook_url_length CHECK (length(url) BETWEEN 1 AND 2000),
  events text[] NOT NULL CONSTRAINT webhook_has_events CHECK (cardinality(events) > 0),
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The first byte says whether the rest is encrypted.
  secret bytea NOT NULL,
  -- The secret before, which signs as well until then.
  old_secret bytea,
  old_secret_until timestamptz,
  -- Since when no try has succeeded; null if the last one has.
  failing_since timestamptz,
  last_delivered_at timestamptz,
  -- The process that delivers is the only one to do so until then, by the database's clock.
  leased_until timestamptz,
  CONSTRAINT webhook_old_secret_as_a_whole CHECK (num_nulls(old_secret, old_secret_until) <> 1)
);

-- The events for each webhook. The id is the one that the receiver sees; the body is sent as it stands here.
CREATE TABLE webhook_delivery (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  webhook_id bigint NOT NULL CONSTRAINT webhook_delivery_webhook_known REFERENCES webhook ON DELETE CASCADE,
  sequence bigint NOT NULL,
  type text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  status text NOT NULL DEFAULT 'waiting'
    CONSTRAINT webhook_delivery_status_known CHECK (status IN ('waiting', 'delivered', 'failed')),
  -- All tries, and the failed ones since the event was queued or queued again.
  attempts integer NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0,
  http_status integer,
  next_at timestamptz DEFAULT clock_timestamp(),
  CONSTRAINT webhook_delivery_waits_until CHECK ((status = 'waiting') = (next_at IS NOT NULL))
);
CREATE INDEX webhook_delivery_of_webhook ON webhook_delivery (webhook_id, sequence DESC);
CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook_id, next_at) WHERE status = 'waiting';
CREATE INDEX webhook_delivery_by_age ON webhook_delivery (created_at);

-- The sequence of events. It begins at the seconds since 1970, so that it also rises from a database to the one that is
-- restored from its backup, while there is less than one event a second.
CREATE SEQUENCE webhook_sequence OWNED BY webhook_delivery.sequence;
SELECT setval('webhook_sequence', extract(epoch FROM clock_timestamp())::bigint);

-- Queues an event for each active webhook that wants it, as the last part of the transaction that has made the change:
-- so whichever way a change is made, its event is queued if and only if the change is committed. It has ids and times,
-- and no word about a person.
CREATE FUNCTION queue_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  event text := CASE NEW.action
    WHEN 'booked' THEN 'appointment.booked'
    WHEN 'rescheduled' THEN 'appointment.rescheduled'
    WHEN 'movedByStaff' THEN 'appointment.moved'
    WHEN 'cancelledByParticipant' THEN 'appointment.cancelled'
    WHEN 'cancelledByAdmin' THEN 'appointment.cancelled'
    WHEN 'goodwillGranted' THEN 'appointment.cancelled'
    WHEN 'bookingTakenBack' THEN 'appointment.cancelled'
    WHEN 'setToMissed' THEN 'appointment.missed'
    WHEN 'setBackToBooked' THEN 'appointment.restored'
    WHEN 'registered' THEN 'participant.registered'
    WHEN 'invited' THEN 'participant.registered'
    WHEN 'confirmed' THEN 'participant.confirmed'
    WHEN 'userDataChanged' THEN 'participant.changed'
    WHEN 'emailChanged' THEN 'participant.changed'
    WHEN 'contactChanged' THEN 'participant.changed'
    WHEN 'reactivated' THEN 'participant.changed'
    WHEN 'inactivated' THEN 'participant.inactivated'
    WHEN 'anonymised' THEN 'participant.anonymised'
    WHEN 'rated' THEN 'rating.created'
    WHEN 'fileUploaded' THEN 'document.uploaded'
  END;
  facts jsonb;
BEGIN
  IF event IS NULL OR NOT EXISTS (SELECT FROM webhook WHERE active) THEN
    RETURN NULL;
  END IF;
  IF NEW.appointment_id IS NOT NULL THEN
    SELECT jsonb_build_object(
        'appointmentId', a.id,
        'participantId', coalesce(NEW.person_id, a.participant_id),
        'coachId', a.coach_id,
        'ratingId', r.id,
        'date', to_char(a.starts_at AT TIME ZONE 'Europe/Berlin', 'YYYY-MM-DD'),
        'start', to_char(a.starts_at AT TIME ZONE 'Europe/Berlin', 'HH24:MI'),
        'end', to_char(a.ends_at AT TIME ZONE 'Europe/Berlin', 'HH24:MI'),
        'kind', t.label,
        'status', a.status
      ) INTO facts
    FROM appointment a JOIN coaching_type t ON t.id = a.type_id
      LEFT JOIN rating r ON r.appointment_id = a.id AND event = 'rating.created'
    WHERE a.id = NEW.appointment_id;
  ELSIF NEW.document_id IS NOT NULL THEN
    SELECT jsonb_build_object(
        'fileId', d.id,
        'participantId', d.participant_id,
        'coachId', CASE WHEN d.by_coach THEN d.uploaded_by END
      ), CASE WHEN d.answers IS NULL THEN event ELSE 'document.answered' END INTO facts, event
    FROM document d WHERE d.id = NEW.document_id;
  ELSE
    SELECT jsonb_build_object('participantId', t.person_id) INTO facts
    FROM participant t WHERE t.person_id = NEW.person_id;
  END IF;
  IF facts IS NULL OR NOT EXISTS (SELECT FROM webhook WHERE active AND event = ANY (events)) THEN
    RETURN NULL;
  END IF;
  facts := facts || jsonb_build_object('sequence', nextval('webhook_sequence'));
  -- The lock keeps a webhook that is being deleted from failing the change.
  INSERT INTO webhook_delivery (webhook_id, sequence, type, body)
  SELECT w.id, (facts->>'sequence')::bigint, event, json_build_object(
      'type', event,
      'timestamp', to_char(NEW.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'data', jsonb_strip_nulls(facts)
    )::text
  FROM (SELECT id FROM webhook WHERE active AND event = ANY (events) ORDER BY id FOR KEY SHARE) w;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER audit_queues_webhooks AFTER INSERT ON audit
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION queue_webhooks();
