import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteAppointment, deleteOwnAppointment } from '../../appointments/contract.ts';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';
import type { Call } from '../../../shared/call.ts';
import { bookAppointment, cancelAppointment } from '../contract.ts';
import { actionFlags, changeBooking } from './contract.ts';
import type { AdminAction } from './rules.ts';

/** An appointment before the action: 'soon' starts in less than 48 hours. */
const states = {
  'F ahead': { days: 5, status: 'F' },
  'F past': { days: -5, status: 'F' },
  'G ahead': { days: 5, status: 'G' },
  'G soon': { days: 1, status: 'G' },
  'G past': { days: -5, status: 'G' },
  'V past': { days: -5, status: 'V' },
  'K by the participant, ahead': { days: 5, status: 'K', kind: 'byParticipant' },
  'K by an admin, past': { days: -5, status: 'K', kind: 'byAdmin' },
  'K goodwill, ahead': { days: 5, status: 'K', kind: 'goodwill' },
  'K goodwill, past': { days: -5, status: 'K', kind: 'goodwill' },
} as const;
type State = keyof typeof states;

const actors = ['nobody', 'participant', 'otherParticipant', 'coach', 'otherCoach', 'speedCoach', 'admin'] as const;
type Actor = (typeof actors)[number];

const asAdmin = (action: AdminAction) => ({ call: changeBooking, input: { action: actionFlags(action) } });
const actions = {
  Stornierung: asAdmin('cancelled'),
  Kulanz: asAdmin('goodwill'),
  Versäumt: asAdmin('missed'),
  Gebucht: asAdmin('booked'),
  'Buchen (Teilnehmer:in)': { call: bookAppointment, input: {} },
  'Stornieren (Teilnehmer:in)': { call: cancelAppointment, input: {} },
  'Löschen (Coach)': { call: deleteOwnAppointment, input: {} },
  'Löschen (Admin)': { call: deleteAppointment, input: {} },
} satisfies Record<string, { call: Pick<Call, 'path' | 'input' | 'output'>; input: object }>;
type Action = keyof typeof actions;

/**
 * The result of an action: the rows of the slot afterwards, as 'K:byAdmin F' or 'G#1' with the quota number, or the
 * code of the refusal. One text for every state, or one for each.
 */
type Outcomes = string | Record<State, string>;
const outcomesFor = (allowed: Partial<Record<Actor, Outcomes>>, otherwise: string): Record<Actor, Outcomes> => ({
  nobody: 'session invalid',
  participant: otherwise,
  otherParticipant: otherwise,
  coach: otherwise,
  otherCoach: otherwise,
  speedCoach: otherwise,
  admin: otherwise,
  ...allowed,
});
const freeOutcomes = { 'F ahead': 'notBooked', 'F past': 'notBooked' };
const cancellationOutcomes = (kind: string) => ({
  'G ahead': `${kind} F`,
  'G soon': `${kind} F`,
  'G past': kind,
  'V past': kind,
});
const deletionOutcomes = {
  'F ahead': '',
  'F past': '',
  'G ahead': 'notFree',
  'G soon': 'notFree',
  'G past': 'notFree',
  'V past': 'notFree',
  'K by the participant, ahead': 'notFree',
  'K by an admin, past': 'notFree',
  'K goodwill, ahead': 'notFree',
  'K goodwill, past': 'notFree',
};
const bookingOutcomes = {
  'F ahead': 'G#1',
  'F past': 'started',
  'G ahead': 'slotTaken',
  'G soon': 'slotTaken',
  'G past': 'slotTaken',
  'V past': 'slotTaken',
  'K by the participant, ahead': 'slotTaken',
  'K by an admin, past': 'slotTaken',
  'K goodwill, ahead': 'slotTaken',
  'K goodwill, past': 'slotTaken',
};

const table: Record<Action, Record<Actor, Outcomes>> = {
  Stornierung: outcomesFor(
    {
      admin: {
        ...freeOutcomes,
        ...cancellationOutcomes('K:byAdmin'),
        'K by the participant, ahead': 'K:byParticipant F',
        'K by an admin, past': 'K:byAdmin',
        'K goodwill, ahead': 'K:byAdmin F',
        'K goodwill, past': 'K:byAdmin',
      },
    },
    'forbidden',
  ),
  Kulanz: outcomesFor(
    {
      admin: {
        ...freeOutcomes,
        ...cancellationOutcomes('K:goodwill'),
        'K by the participant, ahead': 'K:goodwill F',
        'K by an admin, past': 'K:goodwill',
        'K goodwill, ahead': 'K:goodwill F',
        'K goodwill, past': 'K:goodwill',
      },
    },
    'forbidden',
  ),
  Versäumt: outcomesFor(
    {
      admin: {
        ...freeOutcomes,
        'G ahead': 'notStarted',
        'G soon': 'notStarted',
        'G past': 'V#1',
        'V past': 'V#1',
        'K by the participant, ahead': 'notStarted',
        'K by an admin, past': 'V#1',
        'K goodwill, ahead': 'notStarted',
        'K goodwill, past': 'V#1',
      },
    },
    'forbidden',
  ),
  Gebucht: outcomesFor(
    {
      admin: {
        ...freeOutcomes,
        'G ahead': 'G#1',
        'G soon': 'G#1',
        'G past': 'G#1',
        'V past': 'G#1',
        'K by the participant, ahead': 'G#1',
        'K by an admin, past': 'G#1',
        'K goodwill, ahead': 'G#1',
        'K goodwill, past': 'G#1',
      },
    },
    'forbidden',
  ),
  'Buchen (Teilnehmer:in)': outcomesFor(
    {
      // Booking one's own booked slot again succeeds without effect.
      participant: { ...bookingOutcomes, 'G ahead': 'G#1', 'G soon': 'G#1', 'G past': 'G#1' },
      otherParticipant: bookingOutcomes,
      admin: 'noParticipantProfile',
    },
    'forbidden',
  ),
  'Stornieren (Teilnehmer:in)': outcomesFor(
    {
      participant: {
        'F ahead': 'notFound',
        'F past': 'notFound',
        'G ahead': 'K:byParticipant F',
        'G soon': 'tooLate',
        'G past': 'tooLate',
        'V past': 'notBooked',
        'K by the participant, ahead': 'K:byParticipant F',
        'K by an admin, past': 'notBooked',
        'K goodwill, ahead': 'notBooked',
        'K goodwill, past': 'notBooked',
      },
      otherParticipant: 'notFound',
      admin: 'noParticipantProfile',
    },
    'forbidden',
  ),
  'Löschen (Coach)': outcomesFor(
    { coach: deletionOutcomes, otherCoach: 'notFound', speedCoach: 'notFound', admin: 'notFound' },
    'forbidden',
  ),
  'Löschen (Admin)': outcomesFor({ admin: deletionOutcomes }, 'forbidden'),
};

let world: World;
let people: Record<Exclude<Actor, 'nobody'>, { id: number; session: string }>;
beforeAll(async () => {
  world = await openWorld();
  const signedIn = async (id: number) => ({ id, session: await world.signIn(id) });
  people = {
    participant: await signedIn(await world.participant()),
    otherParticipant: await signedIn(await world.participant()),
    coach: await signedIn(await world.coach()),
    otherCoach: await signedIn(await world.coach()),
    speedCoach: await signedIn(await world.coach({ speed: true })),
    admin: await signedIn(await world.admin()),
  };
});
afterAll(() => world.close());
beforeEach(clear);

async function clear() {
  await world.db.deleteFrom('mail').execute();
  await world.db.deleteFrom('appointment').execute();
}

/** Creates the appointment in a state; if it is cancelled and upcoming, also the new free one in the same slot. */
async function arrange(state: State): Promise<number> {
  const { days, status, ...more } = states[state];
  const startsAt = inDays(days, '10:00');
  const id = await world.appointment(people.coach.id, startsAt, {
    status,
    participant: status === 'F' ? null : people.participant.id,
    quota: status === 'G' || status === 'V' ? 1 : null,
  });
  if ('kind' in more)
    await world.db
      .updateTable('appointment')
      .set({ cancel_kind: more.kind, self_booked: true })
      .where('id', '=', id)
      .execute();
  if (status === 'K' && days > 0) await world.appointment(people.coach.id, startsAt);
  return id;
}

/** Returns all rows that an action may change. */
async function allRows() {
  const selectAllRows = (name: 'appointment' | 'mail' | 'audit') =>
    world.db.selectFrom(name).selectAll().orderBy('id').execute();
  return {
    appointments: await selectAllRows('appointment'),
    mails: await selectAllRows('mail'),
    entries: await selectAllRows('audit'),
  };
}

async function describeSlot(): Promise<string> {
  const rows = await world.db.selectFrom('appointment').selectAll().orderBy('id').execute();
  return rows
    .map((row) => [row.status, row.cancel_kind && `:${row.cancel_kind}`, row.quota_number && `#${row.quota_number}`])
    .map((parts) => parts.filter(Boolean).join(''))
    .join(' ');
}

for (const action of Object.keys(table) as Action[])
  for (const state of Object.keys(states) as State[])
    test(`${action} on ${state} has the expected outcome for every role, and changes nothing when refused [4.10]`, async () => {
      const actual: Partial<Record<Actor, string>> = {};
      for (const actor of actors) {
        await clear();
        const appointmentId = await arrange(state);
        const before = await allRows();
        const { call, input } = actions[action];
        const session = actor === 'nobody' ? null : people[actor].session;
        const { body } = await world.call(call, session, { ...input, appointmentId });
        const { status, code, message = '' } = body.meta;
        actual[actor] = status === 'success' ? await describeSlot() : (code ?? message);
        if (status === 'error') expect(await allRows(), `refused to ${actor}`).toEqual(before);
      }
      const expected = actors.map((actor) => {
        const outcomes = table[action][actor];
        return [actor, typeof outcomes === 'string' ? outcomes : outcomes[state]];
      });
      expect(actual).toEqual(Object.fromEntries(expected));
    });
