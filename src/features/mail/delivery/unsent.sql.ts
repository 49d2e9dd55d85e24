import { nowShifted, type Clock, type Db } from '../../../platform/database/db.ts';
import { prepare } from '../../../platform/database/prepared.ts';
import type { CancelKind } from '../../../shared/coaching.ts';
import type { AppointmentFacts } from '../kinds/appointment-blocks.words.ts';
import type { CalendarAppointment } from '../kinds/calendar-file.adapter.ts';
import type { MailCircumstances } from '../kinds/kind.words.ts';
import type { MailKind } from '../kinds/words.ts';
import type { OfferFacts } from '../kinds/waiting.words.ts';

/** The time and coach of an appointment. */
interface TimeAndCoach {
  startsAt: Date;
  endsAt: Date;
  coach: string;
}

/** A queued mail with the facts for its message; facts that the mail does not need are null. */
export interface QueuedMail extends MailCircumstances {
  kind: MailKind;
  person: number;
  /** Its address; null once the person was anonymised. */
  email: string | null;
  /** Failed attempts so far. */
  failures: number;
  firstName: string;
  appointment:
    | (NonNullable<MailCircumstances['appointment']> &
        AppointmentFacts &
        CalendarAppointment & {
          participantId: number;
          /** The time and coach that the addressee knows from an earlier mail; null if those of the row are known. */
          known: TimeAndCoach | null;
        })
    | null;
  offer: OfferFacts | null;
}

interface UnsentRow {
  kind: string;
  failures: number;
  person: number;
  email: string | null;
  firstName: string;
  confirmed: boolean;
  inactive: boolean;
  event: number | null;
  sequence: number | null;
  status: string | null;
  cancelKind: CancelKind | null;
  startsAt: Date | null;
  endsAt: Date | null;
  participantId: number | null;
  teamsLink: string | null;
  coach: string;
  participant: string;
  rated: boolean;
  cameToAddressee: boolean;
  movedByStaff: boolean | null;
  recordedAfterwards: boolean;
  knownStartsAt: Date | null;
  knownEndsAt: Date | null;
  knownCoach: string;
  oldStartsAt: Date | null;
  oldEndsAt: Date | null;
  oldCoach: string;
  mover: string;
  reason: string;
  cancelReason: string;
  unwanted: boolean;
  entryId: number | null;
  offeredId: number | null;
  offerOpen: boolean;
  offeredStart: Date | null;
  offeredEnd: Date | null;
  heldUntil: Date | null;
  offeringCoach: string | null;
  answer: string | null;
  now: Date;
}

// Uses `num_nonnulls` instead of IS NULL, since otherwise the planner reads the index of all waiting mails for one row.
const selectUnsent = prepare<UnsentRow>(
  'mail.unsent',
  `SELECT m.kind, m.attempts AS failures, p.id AS person, coalesce(m.address, p.email) AS email,
    p.first_name AS "firstName",
    p.confirmed_at IS NOT NULL AS confirmed, p.inactive_at IS NOT NULL AS inactive,
    coalesce(a.calendar_event, a.id) AS event, a.calendar_sequence AS sequence, a.status,
    a.cancel_kind AS "cancelKind", a.starts_at AS "startsAt", a.ends_at AS "endsAt", a.participant_id AS "participantId", c.teams_link AS "teamsLink",
    coalesce(cp.full_name, '') AS coach, coalesce(tp.full_name, '') AS participant, r.id IS NOT NULL AS rated,
    EXISTS (
      SELECT FROM appointment l
      WHERE l.participant_id = a.participant_id AND l.calendar_event = coalesce(a.calendar_event, a.id)
        AND l.calendar_sequence > a.calendar_sequence AND l.coach_id = m.person_id
    ) AS "cameToAddressee",
    a.moved_by_staff AS "movedByStaff", coalesce(a.booked_at > a.starts_at, false) AS "recordedAfterwards",
    m.known_starts_at AS "knownStartsAt", m.known_ends_at AS "knownEndsAt", coalesce(kp.full_name, '') AS "knownCoach",
    o.starts_at AS "oldStartsAt", o.ends_at AS "oldEndsAt",
    coalesce(op.full_name, '') AS "oldCoach", coalesce(mp.full_name, '') AS mover,
    coalesce(o.cancel_reason, '') AS reason,
    CASE WHEN a.cancelled_by <> a.participant_id THEN coalesce(a.cancel_reason, '') ELSE '' END AS "cancelReason",
    w.person_id IS NOT NULL AS unwanted,
    f.entry_id AS "entryId", f.appointment_id AS "offeredId", f.id IS NOT NULL AND f.outcome IS NULL AS "offerOpen",
    f.starts_at AS "offeredStart", f.ends_at AS "offeredEnd", f.held_until AS "heldUntil",
    fp.full_name AS "offeringCoach", coalesce(q.closing_reason, i.reason) AS answer, ${nowShifted('$2')} AS now
  FROM mail m JOIN person p ON p.id = m.person_id
    LEFT JOIN appointment a ON a.id = m.appointment_id
    LEFT JOIN coach c ON c.person_id = a.coach_id
    LEFT JOIN person cp ON cp.id = a.coach_id
    LEFT JOIN person tp ON tp.id = a.participant_id
    LEFT JOIN rating r ON r.appointment_id = a.id
    -- The row before the move holds who moved it and why.
    LEFT JOIN appointment o ON o.id = CASE a.cancel_kind WHEN 'rescheduled' THEN a.id ELSE a.moved_from END
    LEFT JOIN person op ON op.id = o.coach_id
    LEFT JOIN person kp ON kp.id = m.known_coach_id
    LEFT JOIN person mp ON mp.id = o.cancelled_by
    LEFT JOIN waiting_offer f ON f.id = m.offer_id
    LEFT JOIN person fp ON fp.id = f.coach_id
    LEFT JOIN erasure_request q ON q.id = m.erasure_request_id
    -- A coach has at most one refused version of the introduction.
    LEFT JOIN introduction i ON m.kind = 'introductionRefused' AND i.person_id = m.person_id AND i.state = 'refused'
    LEFT JOIN reminder_choice w ON w.person_id = p.id AND w.kind = m.kind AND NOT w.wanted
  WHERE m.id = $1 AND num_nonnulls(m.sent_at, m.failed_at, m.overtaken_at) = 0`,
);

/** Loads an unsent mail; null if it is deleted, sent, given up or superseded. */
export async function loadUnsentMail(db: Db, clock: Clock, id: string): Promise<QueuedMail | null> {
  const [row] = await selectUnsent(db, id, clock.shiftMs);
  if (!row) return null;
  const { kind, person, email, failures, firstName, confirmed, inactive, unwanted } = row;
  const { event, sequence, status, cancelKind, startsAt, endsAt, participantId, teamsLink, movedByStaff } = row;
  const { coach, participant, rated, cameToAddressee, cancelReason, recordedAfterwards } = row;
  const columns = { event, sequence, status, startsAt, endsAt, participantId, teamsLink, movedByStaff };
  const oldTime = { startsAt: row.oldStartsAt, endsAt: row.oldEndsAt };
  const knownTime = { startsAt: row.knownStartsAt, endsAt: row.knownEndsAt };
  const known = isComplete(knownTime) ? { ...knownTime, coach: row.knownCoach } : null;
  const old = isComplete(oldTime) ? { ...oldTime, coach: row.oldCoach } : null;
  const move = old && { ...(known ?? old), by: row.mover, reason: row.reason };
  return {
    kind: kind as MailKind,
    person,
    email,
    failures,
    firstName,
    confirmed,
    inactive,
    unwanted,
    now: row.now,
    appointment: isComplete(columns)
      ? {
          ...columns,
          cancelKind,
          coach,
          participant,
          rated,
          cameToAddressee,
          cancelReason,
          recordedAfterwards,
          move,
          known,
        }
      : null,
    offer: offerIn(row),
    answer: row.answer,
  };
}

function offerIn(row: UnsentRow): OfferFacts | null {
  const { entryId, offeredStart: startsAt, offeredEnd: endsAt, heldUntil: until, offeringCoach: coach } = row;
  const columns = { entryId, startsAt, endsAt, until, coach };
  return isComplete(columns) ? { ...columns, appointmentId: row.offeredId, open: row.offerOpen } : null;
}

type Complete<T> = { [Field in keyof T]: NonNullable<T[Field]> };

/** Whether an outer join found a row, in which case none of its required columns is null. */
function isComplete<T extends object>(joined: T): joined is T & Complete<T> {
  return Object.values(joined).every((value) => value !== null);
}
