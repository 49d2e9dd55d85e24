import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { deliver } from '../../src/features/mail/delivery/deliver.steps.ts';
import { openMailTransport } from '../../src/features/mail/delivery/smtp.adapter.ts';
import { changeActiveStatus } from '../../src/features/participants/contract.ts';
import { addDays, dateOf } from '../../src/shared/berlin.ts';
import type { Call } from '../../src/shared/call.ts';
import { outcomeOf } from '../races/context.ts';
import type { MailContext } from '../support/smtp.ts';
import type { World } from '../support/world.ts';
import { openCalendar, stateOf } from './calendar.ts';
import { openInboxes } from './inboxes.ts';
import { Model } from './model.ts';
import type { Step } from './step-sequences.ts';

/** The model's first day is far enough ahead that every booking can be cancelled. */
const daysUntilFirstDay = 9;

/**
 * Runs the steps in the portal with new people and calendars. After each step, compares the result and all appointments
 * with the model. Finally sends all mails and checks that the calendar app of every person shows exactly the bookings
 * of this person.
 */
export async function runSteps(world: World, mailContext: MailContext, steps: readonly Step[]): Promise<void> {
  const sessions = new Map<number, string>();
  const prepareCall = async (call: Call, person: number, input: Record<string, unknown>) => {
    const session = sessions.get(person) ?? (await world.signIn(person));
    // Inactivating a person ends their sessions.
    if (call.path === changeActiveStatus.path) sessions.clear();
    else sessions.set(person, session);
    return async () => outcomeOf(await world.call(call, session, input));
  };
  world.clock.shiftMs = 0;
  const calendar = await openCalendar(world, addDays(dateOf(new Date()), daysUntilFirstDay), prepareCall);
  const inboxes = openInboxes();
  let model = new Model();

  /** Sends the mails that are due. */
  async function deliverDueMails(): Promise<void> {
    const dueMails = await world.db
      .selectFrom('mail')
      .select(['id', 'person_id as personId'])
      .where('person_id', 'in', [...calendar.participantIds, ...calendar.coachIds])
      .where('to_hand_over', '=', true)
      .where(sql<boolean>`coalesce(hold_until, '-infinity') <= ${new Date(Date.now() + world.clock.shiftMs)}`)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    for (const { id, personId } of dueMails) {
      await world.db.updateTable('mail').set({ to_hand_over: false }).where('id', '=', id).execute();
      await deliver({ ...mailContext, clock: world.clock, send: openMailTransport(world.settings) }, id);
      const file = join(world.settings.dataDir, 'mails', `${id}.eml`);
      if (existsSync(file)) await inboxes.receive(String(personId), readFileSync(file));
    }
  }
  /** Advances the time of the model and of the portal. */
  function advanceClock(minutes: number): void {
    model.wait(minutes);
    world.clock.shiftMs += minutes * 60_000;
  }

  for (const { action, ...concerned } of steps) {
    if (action === 'deliver') await deliverDueMails();
    // After two of these waits, an absence can no longer be undone.
    else if (action === 'wait') advanceClock(3);
    else {
      const plannedCall = await calendar.planCall(model, { action, ...concerned });
      if (!plannedCall) continue;
      expect(await plannedCall.make(), action).toBe(plannedCall.outcome);
      if (plannedCall.outcome === 'success') model = plannedCall.next;
      await calendar.replaceErasedParticipants();
      expect(await calendar.readState(), action).toEqual(stateOf(model));
    }
  }
  // After these minutes, all mails that were held back are due.
  advanceClock(6);
  await deliverDueMails();
  world.clock.shiftMs = 0;
  const bookings = (await calendar.readAppointments()).filter(({ status }) => status === 'G');
  for (const personId of [...calendar.participantIds, ...calendar.coachIds]) {
    const starts = bookings.flatMap(({ coachId, participantId, start }) =>
      coachId === personId || participantId === personId ? [start.toISOString()] : [],
    );
    expect(inboxes.listShownStarts(String(personId))).toEqual(starts.sort());
  }
}
