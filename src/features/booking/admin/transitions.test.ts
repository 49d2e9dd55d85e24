import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteAppointment, deleteOwnAppointment } from '../../appointments/contract.ts';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';
import type { Call } from '../../../shared/call.ts';
import { bookAppointment, cancelAppointment } from '../contract.ts';
import { toActionFlags, changeBooking } from './contract.ts';
import type { AdminAction } from './rules.ts';

/**
 * The appointment before the action. It starts in `days` days (a negative number is in the past). `kind` is the kind of
 * its cancellation.
 */
const states = {
  'free, upcoming': { days: 5, status: 'F' },
  'free, past': { days: -5, status: 'F' },
  'booked, upcoming': { days: 5, status: 'G' },
  'booked, in less than 48 hours': { days: 1, status: 'G' },
  'booked, past': { days: -5, status: 'G' },
  'missed, past': { days: -5, status: 'V' },
  'cancelled by the participant, upcoming': { days: 5, status: 'K', kind: 'byParticipant' },
  'cancelled by an admin, past': { days: -5, status: 'K', kind: 'byAdmin' },
  'cancelled as goodwill, upcoming': { days: 5, status: 'K', kind: 'goodwill' },
  'cancelled as goodwill, past': { days: -5, status: 'K', kind: 'goodwill' },
} as const;
type State = keyof typeof states;

const actors = ['nobody', 'participant', 'otherParticipant', 'coach', 'otherCoach', 'speedCoach', 'admin'] as const;
type Actor = (typeof actors)[number];

const setByAdmin = (action: AdminAction) => ({ call: changeBooking, input: { action: toActionFlags(action) } });
const actions = {
  'set to cancelled (admin)': setByAdmin('cancelled'),
  'set to goodwill (admin)': setByAdmin('goodwill'),
  'set to missed (admin)': setByAdmin('missed'),
  'set to booked (admin)': setByAdmin('booked'),
  'book (participant)': { call: bookAppointment, input: {} },
  'cancel (participant)': { call: cancelAppointment, input: {} },
  'delete (coach)': { call: deleteOwnAppointment, input: {} },
  'delete (admin)': { call: deleteAppointment, input: {} },
} satisfies Record<string, { call: Pick<Call, 'path' | 'input' | 'output'>; input: object }>;
type Action = keyof typeof actions;

/**
 * The outcomes of an action: one for all states, or one for each state. An outcome is the code of the refusal, or it
 * describes the rows of the slot afterwards: 'K:byAdmin F' is a row cancelled by an admin and a free row, 'G#1' a
 * booked row with quota number 1.
 */
type Outcomes = string | Record<State, string>;
/** Returns the outcomes for all actors. A signed-in actor who is not in `outcomesByActor` gets `defaultOutcome`. */
const outcomesFor = (
  outcomesByActor: Partial<Record<Actor, Outcomes>>,
  defaultOutcome: string,
): Record<Actor, Outcomes> => ({
  nobody: 'session invalid',
  participant: defaultOutcome,
  otherParticipant: defaultOutcome,
  coach: defaultOutcome,
  otherCoach: defaultOutcome,
  speedCoach: defaultOutcome,
  admin: defaultOutcome,
  ...outcomesByActor,
});
const freeOutcomes = { 'free, upcoming': 'notBooked', 'free, past': 'notBooked' };
const cancellationOutcomes = (kind: string) => ({
  'booked, upcoming': `${kind} F`,
  'booked, in less than 48 hours': `${kind} F`,
  'booked, past': kind,
  'missed, past': kind,
});
const deletionOutcomes = {
  'free, upcoming': '',
  'free, past': '',
  'booked, upcoming': 'notFree',
  'booked, in less than 48 hours': 'notFree',
  'booked, past': 'notFree',
  'missed, past': 'notFree',
  'cancelled by the participant, upcoming': 'notFree',
  'cancelled by an admin, past': 'notFree',
  'cancelled as goodwill, upcoming': 'notFree',
  'cancelled as goodwill, past': 'notFree',
};
const bookingOutcomes = {
  'free, upcoming': 'G#1',
  'free, past': 'started',
  'booked, upcoming': 'slotTaken',
  'booked, in less than 48 hours': 'slotTaken',
  'booked, past': 'slotTaken',
  'missed, past': 'slotTaken',
  'cancelled by the participant, upcoming': 'slotTaken',
  'cancelled by an admin, past': 'slotTaken',
  'cancelled as goodwill, upcoming': 'slotTaken',
  'cancelled as goodwill, past': 'slotTaken',
};

const outcomesByAction: Record<Action, Record<Actor, Outcomes>> = {
  'set to cancelled (admin)': outcomesFor(
    {
      admin: {
        ...freeOutcomes,
        ...cancellationOutcomes('K:byAdmin'),
        'cancelled by the participant, upcoming': 'K:byParticipant F',
        'cancelled by an admin, past': 'K:byAdmin',
        'cancelled as goodwill, upcoming': 'K:byAdmin F',
        'cancelled as goodwill, past': 'K:byAdmin',
      },
    },
    'forbidden',
  ),
  'set to goodwill (admin)': outcomesFor(
    {
      admin: {
        ...freeOutcomes,
        ...cancellationOutcomes('K:goodwill'),
        'cancelled by the participant, upcoming': 'K:goodwill F',
        'cancelled by an admin, past': 'K:goodwill',
        'cancelled as goodwill, upcoming': 'K:goodwill F',
        'cancelled as goodwill, past': 'K:goodwill',
      },
    },
    'forbidden',
  ),
  'set to missed (admin)': outcomesFor(
    {
      admin: {
        ...freeOutcomes,
        'booked, upcoming': 'notStarted',
        'booked, in less than 48 hours': 'notStarted',
        'booked, past': 'V#1',
        'missed, past': 'V#1',
        'cancelled by the participant, upcoming': 'notStarted',
        'cancelled by an admin, past': 'V#1',
        'cancelled as goodwill, upcoming': 'notStarted',
        'cancelled as goodwill, past': 'V#1',
      },
    },
    'forbidden',
  ),
  'set to booked (admin)': outcomesFor(
    {
      admin: {
        ...freeOutcomes,
        'booked, upcoming': 'G#1',
        'booked, in less than 48 hours': 'G#1',
        'booked, past': 'G#1',
        'missed, past': 'G#1',
        'cancelled by the participant, upcoming': 'G#1',
        'cancelled by an admin, past': 'G#1',
        'cancelled as goodwill, upcoming': 'G#1',
        'cancelled as goodwill, past': 'G#1',
      },
    },
    'forbidden',
  ),
  'book (participant)': outcomesFor(
    {
      // Booking one's own booked slot again succeeds without effect.
      participant: {
        ...bookingOutcomes,
        'booked, upcoming': 'G#1',
        'booked, in less than 48 hours': 'G#1',
        'booked, past': 'G#1',
      },
      otherParticipant: bookingOutcomes,
      admin: 'noParticipantProfile',
    },
    'forbidden',
  ),
  'cancel (participant)': outcomesFor(
    {
      participant: {
        'free, upcoming': 'notFound',
        'free, past': 'notFound',
        'booked, upcoming': 'K:byParticipant F',
        'booked, in less than 48 hours': 'tooLate',
        'booked, past': 'tooLate',
        'missed, past': 'notBooked',
        'cancelled by the participant, upcoming': 'K:byParticipant F',
        'cancelled by an admin, past': 'notBooked',
        'cancelled as goodwill, upcoming': 'notBooked',
        'cancelled as goodwill, past': 'notBooked',
      },
      otherParticipant: 'notFound',
      admin: 'noParticipantProfile',
    },
    'forbidden',
  ),
  'delete (coach)': outcomesFor(
    { coach: deletionOutcomes, otherCoach: 'notFound', speedCoach: 'notFound', admin: 'notFound' },
    'forbidden',
  ),
  'delete (admin)': outcomesFor({ admin: deletionOutcomes }, 'forbidden'),
};

let world: World;
let people: Record<Exclude<Actor, 'nobody'>, { id: number; session: string }>;
beforeAll(async () => {
  world = await openWorld();
  const signIn = async (id: number) => ({ id, session: await world.signIn(id) });
  people = {
    participant: await signIn(await world.addParticipant()),
    otherParticipant: await signIn(await world.addParticipant()),
    coach: await signIn(await world.addCoach()),
    otherCoach: await signIn(await world.addCoach()),
    speedCoach: await signIn(await world.addCoach({ isSpeedCoach: true })),
    admin: await signIn(await world.addAdmin()),
  };
});
afterAll(() => world.close());
beforeEach(deleteAppointments);

async function deleteAppointments() {
  await world.db.deleteFrom('mail').execute();
  await world.db.deleteFrom('appointment').execute();
}

/** Creates an appointment in a state. If it is cancelled and upcoming, also creates a free one in the same slot. */
async function createAppointment(state: State): Promise<number> {
  const { days, status, ...cancellation } = states[state];
  const startsAt = inDays(days, '10:00');
  const id = await world.addAppointment(people.coach.id, startsAt, {
    status,
    participant: status === 'F' ? null : people.participant.id,
    quotaNumber: status === 'G' || status === 'V' ? 1 : null,
  });
  if ('kind' in cancellation)
    await world.db
      .updateTable('appointment')
      .set({ cancel_kind: cancellation.kind, self_booked: true })
      .where('id', '=', id)
      .execute();
  if (status === 'K' && days > 0) await world.addAppointment(people.coach.id, startsAt);
  return id;
}

/** Returns all rows that an action may change. */
async function selectAllRows() {
  const selectRows = (name: 'appointment' | 'mail' | 'audit') =>
    world.db.selectFrom(name).selectAll().orderBy('id').execute();
  return {
    appointments: await selectRows('appointment'),
    mails: await selectRows('mail'),
    entries: await selectRows('audit'),
  };
}

/** Describes the rows of the slot, as in `Outcomes`. */
async function describeSlot(): Promise<string> {
  const rows = await world.db.selectFrom('appointment').selectAll().orderBy('id').execute();
  return rows
    .map((row) => [row.status, row.cancel_kind && `:${row.cancel_kind}`, row.quota_number && `#${row.quota_number}`])
    .map((parts) => parts.filter(Boolean).join(''))
    .join(' ');
}

for (const action of Object.keys(outcomesByAction) as Action[])
  for (const state of Object.keys(states) as State[])
    test(`'${action}' on an appointment that is ${state}: every role gets the expected outcome, and a refusal changes nothing [4.10]`, async () => {
      const actual: Partial<Record<Actor, string>> = {};
      for (const actor of actors) {
        await deleteAppointments();
        const appointmentId = await createAppointment(state);
        const before = await selectAllRows();
        const { call, input } = actions[action];
        const session = actor === 'nobody' ? null : people[actor].session;
        const { body } = await world.call(call, session, { ...input, appointmentId });
        const { status, code, message = '' } = body.meta;
        actual[actor] = status === 'success' ? await describeSlot() : (code ?? message);
        if (status === 'error') expect(await selectAllRows(), `nothing changes for ${actor}`).toEqual(before);
      }
      const expected = actors.map((actor) => {
        const outcomes = outcomesByAction[action][actor];
        return [actor, typeof outcomes === 'string' ? outcomes : outcomes[state]];
      });
      expect(actual).toEqual(Object.fromEntries(expected));
    });
