import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import ICAL from 'ical.js';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMailContext, type MailContext } from '../../../../tests/support/smtp.ts';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';
import { dateOf, wallClock } from '../../../shared/berlin.ts';
import { toActionFlags, changeBooking } from '../admin/contract.ts';
import { bookAppointment, cancelAppointment } from '../contract.ts';
import { moveAppointment } from '../move/contract.ts';
import { deliver } from '../../mail/delivery/deliver.steps.ts';
import { openMailTransport } from '../../mail/delivery/smtp.adapter.ts';
import { reschedule } from './contract.ts';

let world: World;
let mailContext: MailContext;
beforeAll(async () => {
  world = await openWorld({ env: { PUBLIC_URL: 'https://portal.example' } });
  mailContext = openMailContext(world.appUrl, world.settings);
});
afterAll(async () => {
  await mailContext.pool.end();
  await world.close();
});

/**
 * A calendar program as in RFC 5546 and RFC 5545 3.8.7.4. It replaces an event with an event that has the same UID and
 * a higher sequence, removes it on a CANCEL, and ignores a lower sequence that arrives late.
 */
class CalendarProgram {
  readonly #events = new Map<string, { sequence: number; start: string; cancelled: boolean }>();

  receive(text: string): void {
    const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
    const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined);
    const knownEvent = this.#events.get(event.uid);
    if (knownEvent && knownEvent.sequence > event.sequence) return;
    const isCancel = calendar.getFirstPropertyValue('method') === 'CANCEL';
    const start = event.startDate.toJSDate().toISOString();
    this.#events.set(event.uid, { sequence: event.sequence, start, cancelled: isCancel });
  }

  /** The starts of the events that are not cancelled. */
  get shownStarts(): string[] {
    return [...this.#events.values()].filter(({ cancelled }) => !cancelled).map(({ start }) => start);
  }

  get uids(): string[] {
    return [...this.#events.keys()];
  }
}

/**
 * Returns a function that delivers the new mails to these people, and returns the calendar part of each mail in the
 * order of the queue.
 */
function openMailbox(people: number[]) {
  const deliveredIds = new Set<string>();
  return async (): Promise<{ person: number; text: string }[]> => {
    const mails = await world.db
      .selectFrom('mail')
      .select(['id', 'person_id as person'])
      .where('person_id', 'in', people)
      .orderBy('created_at')
      .execute();
    const newMails: { person: number; text: string }[] = [];
    for (const { id, person } of mails) {
      if (deliveredIds.has(id)) continue;
      deliveredIds.add(id);
      await deliver({ ...mailContext, send: openMailTransport(world.settings) }, id);
      const file = join(world.settings.dataDir, 'mails', `${id}.eml`);
      if (!existsSync(file)) continue;
      const { attachments } = await PostalMime.parse(readFileSync(file));
      newMails.push({ person, text: new TextDecoder().decode(attachments[0]?.content as ArrayBuffer) });
    }
    return newMails;
  };
}

type Action = 'book' | 'reschedule' | 'move' | 'cancel' | 'cancelByAdmin' | 'setBackToBooked';
const actions: Action[] = ['book', 'reschedule', 'move', 'cancel', 'cancelByAdmin', 'setBackToBooked'];

let day = 10;

/**
 * Creates a participant and two coaches. `act` performs an action on the participant's only booking, and
 * `listBookedRows` returns the row of this booking, or no row if there is no booking.
 */
async function createScenario() {
  const participant = await world.addParticipant();
  const coaches = [await world.addCoach(), await world.addCoach()];
  const admin = await world.signIn(await world.addAdmin());
  const session = await world.signIn(participant);
  const listOwnRows = () =>
    world.db
      .selectFrom('appointment')
      .selectAll()
      .where('participant_id', '=', participant)
      .orderBy(({ eb }) => eb('status', '=', 'G'), 'desc')
      .orderBy('id', 'desc')
      .execute();
  let coachIndex = 0;
  const nextCoachAndStart = () => ({ coach: coaches[coachIndex++ % 2] ?? 0, startsAt: inDays(day++, '10:00') });
  const createFreeSlot = () => {
    const { coach, startsAt } = nextCoachAndStart();
    return world.addAppointment(coach, startsAt);
  };
  const setStatus = async (appointmentId: number, action: 'cancelled' | 'booked') =>
    world.call(changeBooking, admin, { appointmentId, action: toActionFlags(action) });

  const perform: Record<Action, () => Promise<unknown>> = {
    book: async () => world.call(bookAppointment, session, { appointmentId: await createFreeSlot() }),
    reschedule: async () => {
      const [row] = await listOwnRows();
      const input = { appointmentId: row?.id, newAppointmentId: await createFreeSlot() };
      return row && world.call(reschedule, session, input);
    },
    move: async () => {
      const [row] = await listOwnRows();
      const { coach, startsAt } = nextCoachAndStart();
      const time = { date: dateOf(startsAt), fromTime: wallClock(startsAt).time, tillTime: '10:45' };
      return row && world.call(moveAppointment, admin, { appointmentId: row.id, coachId: coach, ...time });
    },
    cancel: async () => world.call(cancelAppointment, session, { appointmentId: (await listOwnRows())[0]?.id ?? 1 }),
    cancelByAdmin: async () => setStatus((await listOwnRows())[0]?.id ?? 1, 'cancelled'),
    setBackToBooked: async () => {
      const latest = (await listOwnRows()).filter((row) => row.cancel_kind !== 'rescheduled')[0];
      return latest && setStatus(latest.id, 'booked');
    },
  };
  /** Performs an action, unless it would make a second booking. */
  const act = async (action: Action) => {
    const hasBooking = (await listOwnRows()).some((row) => row.status === 'G');
    if (action === 'book' && hasBooking) return;
    if (action === 'setBackToBooked' && hasBooking) return;
    await perform[action]();
  };
  const listBookedRows = async () => (await listOwnRows()).filter((row) => row.status === 'G');
  return { participant, coaches, act, listBookedRows };
}

/**
 * Returns the starts that each person's calendar should show: the start of the only booking, or none if that person
 * does not attend it.
 */
async function expectedStarts({ participant, coaches, listBookedRows }: Awaited<ReturnType<typeof createScenario>>) {
  const rows = await listBookedRows();
  const startsOf = (isIncluded: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(isIncluded).map((row) => row.starts_at.toISOString());
  return new Map([
    [participant, startsOf(() => true)],
    ...coaches.map((coach) => [coach, startsOf((row) => row.coach_id === coach)] as const),
  ]);
}

describe('a calendar program that follows the mails [11.5]', () => {
  test('shows a moved booking as the same event, and a new booking as another event', async () => {
    const scenario = await createScenario();
    const readNewMails = openMailbox([scenario.participant]);
    const program = new CalendarProgram();
    for (const action of ['book', 'reschedule', 'move', 'move', 'reschedule'] as const) {
      await scenario.act(action);
      for (const { text } of await readNewMails()) program.receive(text);
      expect(program.shownStarts).toEqual((await expectedStarts(scenario)).get(scenario.participant));
      expect(program.uids).toHaveLength(1);
    }
    for (const action of ['cancel', 'book'] as const) await scenario.act(action);
    for (const { text } of await readNewMails()) program.receive(text);
    expect(program.shownStarts).toEqual((await expectedStarts(scenario)).get(scenario.participant));
    expect(program.uids).toHaveLength(2);
  });

  test('shows everyone the current time or nothing after booking, rescheduling, moving and cancelling in any order', async () => {
    const orders = fc.sample(fc.array(fc.constantFrom(...actions), { minLength: 4, maxLength: 8 }), {
      numRuns: 12,
      seed: 11,
    });
    for (const order of orders) {
      const scenario = await createScenario();
      const people = [scenario.participant, ...scenario.coaches];
      const readNewMails = openMailbox(people);
      const programs = new Map(people.map((person) => [person, new CalendarProgram()]));
      for (const action of order) {
        await scenario.act(action);
        // Mails about changes by an admin normally wait for more changes. Here they are sent immediately.
        for (const { person, text } of await readNewMails()) programs.get(person)?.receive(text);
        const startsByPerson = new Map(people.map((person) => [person, programs.get(person)?.shownStarts]));
        expect(startsByPerson, order.join(' ')).toEqual(await expectedStarts(scenario));
      }
    }
  });

  test('shows the current time even if the mails arrive in the wrong order', async () => {
    const scenario = await createScenario();
    const readNewMails = openMailbox([scenario.participant, ...scenario.coaches]);
    const allMails: { person: number; text: string }[] = [];
    for (const action of ['book', 'reschedule', 'move', 'reschedule', 'move'] as const) {
      await scenario.act(action);
      allMails.push(...(await readNewMails()));
    }
    const programs = new Map(
      [scenario.participant, ...scenario.coaches].map((person) => [person, new CalendarProgram()]),
    );
    for (const { person, text } of allMails.reverse()) programs.get(person)?.receive(text);
    expect(new Map([...programs].map(([person, { shownStarts }]) => [person, shownStarts]))).toEqual(
      await expectedStarts(scenario),
    );
  });
});
