import { sql } from 'kysely';
import type { Db } from '../../src/platform/database/db.ts';
import type { AuditAction } from '../../src/features/audit/actions.rules.ts';
import type { WebhookEvent } from '../../src/features/webhooks/rules.ts';

/** A message that a receiver has kept. */
export interface KeptMessage {
  id: string;
  /** Whether its signature and its timestamp are right. */
  isSigned: boolean;
  event: {
    type: WebhookEvent;
    timestamp: string;
    data: {
      sequence: number;
      appointmentId?: number;
      participantId?: number;
      coachId?: number;
      date?: string;
      start?: string;
      end?: string;
      status?: string;
    };
  };
}

/** The event of each action that the changes of the tests make. */
const eventOfAction: Partial<Record<AuditAction, WebhookEvent>> = {
  booked: 'appointment.booked',
  rescheduled: 'appointment.rescheduled',
  movedByStaff: 'appointment.moved',
  cancelledByParticipant: 'appointment.cancelled',
  cancelledByAdmin: 'appointment.cancelled',
  goodwillGranted: 'appointment.cancelled',
  setToMissed: 'appointment.missed',
  setBackToBooked: 'appointment.restored',
  registered: 'participant.registered',
  contactChanged: 'participant.changed',
  inactivated: 'participant.inactivated',
  anonymised: 'participant.anonymised',
};

/**
 * Compares the messages with the log. Returns the events of the log that never came, the messages of which the log
 * knows no change, each as a text, and how many events the log has.
 */
export async function findMissingAndUnfounded(db: Db, messages: readonly KeptMessage[]) {
  const entries = await db.selectFrom('audit').selectAll().orderBy('id').execute();
  const expected = new Set<string>();
  for (const { action, at, appointment_id, person_id } of entries) {
    const type = eventOfAction[action as AuditAction];
    if (type) expected.add(describe(type, at.toISOString(), appointment_id, person_id));
  }
  const received = new Set(
    messages.map(({ event: { type, timestamp, data } }) =>
      describe(type, timestamp, data.appointmentId, data.participantId),
    ),
  );
  return {
    missing: [...expected].filter((event) => !received.has(event)),
    unfounded: [...received].filter((event) => !expected.has(event)),
    eventCount: expected.size,
  };
}

const describe = (
  type: string,
  at: string,
  appointment: number | null | undefined,
  person: number | null | undefined,
) => `${type} ${at} ${appointment ? `appointment ${appointment}` : `person ${person}`}`;

/**
 * Takes the messages in the order in which they came, drops those that are later than a newer one, as a receiver does,
 * and compares the states that it ends with. Returns those that differ from the portal's, as texts. The old row of a
 * moved booking has none: no event says that it was left.
 */
export async function findOtherStates(db: Db, messages: readonly KeptMessage[]): Promise<string[]> {
  const appointments = new Map<number, KeptMessage['event']>();
  const people = new Map<number, KeptMessage['event']>();
  for (const { event } of messages) {
    const { appointmentId, participantId, sequence } = event.data;
    const [states, subject] =
      appointmentId === undefined ? [people, participantId ?? 0] : [appointments, appointmentId];
    if (sequence > (states.get(subject)?.data.sequence ?? 0)) states.set(subject, event);
  }
  const { rows: storedAppointments } = await sql<{ id: number; state: string }>`
    SELECT id, concat_ws(' ', status, coach_id, to_char(starts_at AT TIME ZONE 'Europe/Berlin', 'YYYY-MM-DD HH24:MI'),
      to_char(ends_at AT TIME ZONE 'Europe/Berlin', 'HH24:MI')) AS state
    FROM appointment a WHERE NOT EXISTS (SELECT FROM appointment n WHERE n.moved_from = a.id)
  `.execute(db);
  const { rows: storedPeople } = await sql<{ id: number; state: string }>`
    SELECT id, CASE WHEN anonymised_at IS NOT NULL THEN 'anonymised' WHEN inactive_at IS NOT NULL THEN 'inactivated'
      ELSE 'active' END AS state FROM person
  `.execute(db);
  const stateOf = (event: KeptMessage['event']) => /(anonymised|inactivated)$/.exec(event.type)?.[0] ?? 'active';
  const wrongAppointments = storedAppointments.filter(({ id, state }) => {
    const data = appointments.get(id)?.data;
    return data && `${data.status} ${data.coachId} ${data.date} ${data.start} ${data.end}` !== state;
  });
  const wrongPeople = storedPeople.filter(({ id, state }) => {
    const event = people.get(id);
    return event && stateOf(event) !== state;
  });
  return [
    ...wrongAppointments.map(({ id, state }) => `appointment ${id} is ${state}`),
    ...wrongPeople.map(({ id, state }) => `person ${id} is ${state}`),
  ];
}
