import { nowShifted, type Clock, type Db } from '../../../platform/database/db.ts';
import { prepare } from '../../../platform/database/prepared.ts';
import type { CancelKind } from '../../../shared/coaching.ts';
import type { AppointmentFacts } from '../kinds/appointment-blocks.words.ts';
import type { CalendarAppointment } from '../kinds/calendar-file.adapter.ts';
import type { MailMarkup } from '../kinds/file.words.ts';
import type { MailCircumstances } from '../kinds/kind.words.ts';
import type { MailKind } from '../kinds/words.ts';
import type { OfferFacts } from '../kinds/waiting.words.ts';

/** The time and the coach's name of an appointment. */
interface TimeAndCoach {
  startsAt: Date;
  endsAt: Date;
  coach: string;
}

/** A queued mail with the facts for its message. Facts that the mail does not need are null. */
export interface QueuedMail extends MailCircumstances {
  kind: MailKind;
  person: number;
  /** The recipient's address; null once the person is anonymised. */
  email: string | null;
  /** The number of failed attempts. */
  failures: number;
  firstName: string;
  appointment:
    | (NonNullable<MailCircumstances['appointment']> &
        AppointmentFacts &
        CalendarAppointment & {
          participantId: number;
          /** The time and coach that the recipient knows from an earlier mail; null if they have not changed since. */
          knownTimeAndCoach: TimeAndCoach | null;
        })
    | null;
  offer: OfferFacts | null;
  markup: MailMarkup | null;
  passkeyName: string | null;
}

/**
 * A row of `selectUnsent`. Columns are null if the mail is not about an appointment, an offer, a refused request or
 * documents.
 */
interface UnsentRow {
  kind: string;
  appointmentId: number | null;
  coming: boolean;
  failures: number;
  person: number;
  email: string | null;
  firstName: string;
  isConfirmed: boolean;
  isInactive: boolean;
  eventNumber: number | null;
  sequence: number | null;
  status: string | null;
  cancelKind: CancelKind | null;
  startsAt: Date | null;
  endsAt: Date | null;
  participantId: number | null;
  teamsLink: string | null;
  coach: string;
  participant: string;
  isRated: boolean;
  wasMovedToRecipient: boolean;
  movedByStaff: boolean | null;
  wasRecordedAfterStart: boolean;
  wasTakenBack: boolean;
  knownStartsAt: Date | null;
  knownEndsAt: Date | null;
  knownCoach: string;
  oldStartsAt: Date | null;
  oldEndsAt: Date | null;
  oldCoach: string;
  mover: string;
  moveReason: string;
  cancelReason: string;
  note: string;
  isSwitchedOff: boolean;
  entryId: number | null;
  offeredAppointmentId: number | null;
  isOfferOpen: boolean;
  offeredStart: Date | null;
  offeredEnd: Date | null;
  heldUntil: Date | null;
  offeringCoach: string | null;
  refusalReason: string | null;
  changes: number | null;
  comments: number | null;
  passkeyName: string | null;
  now: Date;
}

// With IS NULL instead of `num_nonnulls` the planner would read the index of all waiting mails to find one row.
const selectUnsent = prepare<UnsentRow>(
  'mail.unsent',
  `SELECT m.kind, m.attempts AS failures, recipient.id AS person, coalesce(m.address, recipient.email) AS email,
    recipient.first_name AS "firstName", recipient.confirmed_at IS NOT NULL AS "isConfirmed",
    recipient.inactive_at IS NOT NULL AS "isInactive",
    coalesce(a.calendar_event, a.id) AS "eventNumber", a.calendar_sequence AS sequence, a.status,
    a.cancel_kind AS "cancelKind", a.starts_at AS "startsAt", a.ends_at AS "endsAt",
    a.participant_id AS "participantId", coach.teams_link AS "teamsLink",
    coalesce(coach_person.full_name, '') AS coach, coalesce(participant.full_name, '') AS participant,
    rating.id IS NOT NULL AS "isRated",
    EXISTS (
      SELECT FROM appointment later
      WHERE later.participant_id = a.participant_id AND later.calendar_event = coalesce(a.calendar_event, a.id)
        AND later.calendar_sequence > a.calendar_sequence AND later.coach_id = m.person_id
    ) AS "wasMovedToRecipient",
    a.moved_by_staff AS "movedByStaff", coalesce(a.booked_at > a.starts_at, false) AS "wasRecordedAfterStart",
    coalesce(a.taken_back, false) AS "wasTakenBack",
    m.known_starts_at AS "knownStartsAt", m.known_ends_at AS "knownEndsAt",
    coalesce(known_coach.full_name, '') AS "knownCoach",
    before_move.starts_at AS "oldStartsAt", before_move.ends_at AS "oldEndsAt",
    coalesce(old_coach.full_name, '') AS "oldCoach", coalesce(mover.full_name, '') AS mover,
    coalesce(before_move.cancel_reason, '') AS "moveReason",
    CASE WHEN a.cancelled_by <> a.participant_id THEN coalesce(a.cancel_reason, '') ELSE '' END AS "cancelReason",
    a.id AS "appointmentId", a.coming_at IS NOT NULL AS coming, coalesce(a.booking_note, '') AS note, choice.person_id IS NOT NULL AS "isSwitchedOff",
    offer.entry_id AS "entryId", offer.appointment_id AS "offeredAppointmentId",
    offer.id IS NOT NULL AND offer.outcome IS NULL AS "isOfferOpen",
    offer.starts_at AS "offeredStart", offer.ends_at AS "offeredEnd", offer.held_until AS "heldUntil",
    offering_coach.full_name AS "offeringCoach",
    coalesce(erasure.closing_reason, introduction.reason) AS "refusalReason", m.changes, m.comments,
    m.passkey_name AS "passkeyName",
    ${nowShifted('$2')} AS now
  FROM mail m JOIN person recipient ON recipient.id = m.person_id
    LEFT JOIN appointment a ON a.id = m.appointment_id
    LEFT JOIN coach ON coach.person_id = a.coach_id
    LEFT JOIN person coach_person ON coach_person.id = a.coach_id
    LEFT JOIN person participant ON participant.id = a.participant_id
    LEFT JOIN rating ON rating.appointment_id = a.id
    -- The row of the appointment before the move stores who moved the booking and why.
    LEFT JOIN appointment before_move
      ON before_move.id = CASE a.cancel_kind WHEN 'rescheduled' THEN a.id ELSE a.moved_from END
    LEFT JOIN person old_coach ON old_coach.id = before_move.coach_id
    LEFT JOIN person known_coach ON known_coach.id = m.known_coach_id
    LEFT JOIN person mover ON mover.id = before_move.cancelled_by
    LEFT JOIN waiting_offer offer ON offer.id = m.offer_id
    LEFT JOIN person offering_coach ON offering_coach.id = offer.coach_id
    LEFT JOIN erasure_request erasure ON erasure.id = m.erasure_request_id
    -- A coach has at most one refused version of the introduction.
    LEFT JOIN introduction ON m.kind = 'introductionRefused' AND introduction.person_id = m.person_id
      AND introduction.state = 'refused'
    LEFT JOIN reminder_choice choice ON choice.person_id = recipient.id AND choice.kind = m.kind AND NOT choice.wanted
  WHERE m.id = $1 AND num_nonnulls(m.sent_at, m.failed_at, m.overtaken_at) = 0`,
);

/** Loads an unsent mail; null if it is deleted, sent, given up or superseded. */
export async function loadUnsentMail(db: Db, clock: Clock, id: string): Promise<QueuedMail | null> {
  const [row] = await selectUnsent(db, id, clock.shiftMs);
  if (!row) return null;
  const { kind, person, email, failures, firstName, isConfirmed, isInactive, isSwitchedOff } = row;
  const { appointmentId, eventNumber, sequence, status, startsAt, endsAt, teamsLink, movedByStaff } = row;
  const { cancelKind, participantId, coach, participant, isRated, wasMovedToRecipient } = row;
  const { cancelReason, note, coming, wasRecordedAfterStart, wasTakenBack } = row;
  const markup = { changes: row.changes, comments: row.comments };
  const times = { startsAt, endsAt };
  const columns = {
    id: appointmentId,
    eventNumber,
    sequence,
    status,
    ...times,
    participantId,
    teamsLink,
    movedByStaff,
  };
  const oldTime = { startsAt: row.oldStartsAt, endsAt: row.oldEndsAt };
  const knownTime = { startsAt: row.knownStartsAt, endsAt: row.knownEndsAt };
  const knownTimeAndCoach = isComplete(knownTime) ? { ...knownTime, coach: row.knownCoach } : null;
  const beforeMove = isComplete(oldTime) ? { ...oldTime, coach: row.oldCoach } : null;
  const move = beforeMove && { ...(knownTimeAndCoach ?? beforeMove), by: row.mover, reason: row.moveReason };
  return {
    kind: kind as MailKind,
    person,
    email,
    failures,
    firstName,
    isConfirmed,
    isInactive,
    isSwitchedOff,
    now: row.now,
    appointment: isComplete(columns)
      ? {
          ...columns,
          cancelKind,
          coach,
          participant,
          isRated,
          wasMovedToRecipient,
          cancelReason,
          note,
          coming,
          wasRecordedAfterStart,
          wasTakenBack,
          move,
          knownTimeAndCoach,
        }
      : null,
    offer: readOffer(row),
    refusalReason: row.refusalReason,
    markup: isComplete(markup) ? markup : null,
    passkeyName: row.passkeyName,
  };
}

/** The offer that the mail is about; null if the row has none. */
function readOffer(row: UnsentRow): OfferFacts | null {
  const { entryId, offeredStart: startsAt, offeredEnd: endsAt, heldUntil, offeringCoach: coach } = row;
  const columns = { entryId, startsAt, endsAt, heldUntil, coach };
  return isComplete(columns) ? { ...columns, appointmentId: row.offeredAppointmentId, isOpen: row.isOfferOpen } : null;
}

type Complete<T> = { [Field in keyof T]: NonNullable<T[Field]> };

/** Whether an outer join has found a row, so that none of these required columns is null. */
function isComplete<T extends object>(columns: T): columns is T & Complete<T> {
  return Object.values(columns).every((value) => value !== null);
}
