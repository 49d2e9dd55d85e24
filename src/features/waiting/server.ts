import { hasCoachProfile, lockParticipant } from '../people/exports.ts';
import { audit } from '../audit/exports.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { createRoutesWithExistenceChecks, type ExistenceChecks } from '../../platform/http/calls/handler.ts';
import { notFound } from '../../platform/server-error.ts';
import { daysBetween, wallClock } from '../../shared/berlin.ts';
import { canCancel, maxSelfBooked, statuses } from '../../shared/coaching.ts';
import * as contract from './contract.ts';
import { offerFreedSlots } from './offers.steps.ts';
import { maxDays, joinRefusal } from './rules.ts';
import * as sql from './sql.ts';

/** Requires that the coach and the booking in a new entry exist, and that the booking is the caller's own. */
const existenceChecks: ExistenceChecks<typeof contract> = {
  joinWaitingList: ({ input: { coachId, insteadOf = null }, person, db }) =>
    coachAndBookingExist(db, person.id, coachId, insteadOf),
};

/** Whether the coach exists and the booking is the person's own. An id that is null is not checked. */
async function coachAndBookingExist(
  db: Db | Tx,
  person: number,
  coach: number | null,
  booking: number | null,
): Promise<boolean> {
  if (coach !== null && !(await hasCoachProfile(db, coach))) return false;
  return booking === null || sql.isOwnBooking(db, booking, person);
}

/** The handlers for the waiting list. */
export const routes = createRoutesWithExistenceChecks(contract, existenceChecks, {
  async joinWaitingList({ input, person, app, transaction, refuse }) {
    const weekdays = input.weekdays ? [...new Set(input.weekdays)].sort((a, b) => a - b) : null;
    const { insteadOf: bookingToReschedule = null, ...filters } = input;
    const entry = { ...filters, weekdays, bookingToReschedule };
    const waitingId = await transaction(async (tx) => {
      if (!(await lockParticipant(tx, person.id, app.usesLocks))) throw refuse('noParticipantProfile');
      await sql.endPassedEntriesOf(tx, app.clock, person.id);
      const identicalEntryId = await sql.findIdenticalEntry(tx, person.id, entry);
      if (identicalEntryId !== null) return identicalEntryId;
      if (!(await coachAndBookingExist(tx, person.id, entry.coachId, entry.bookingToReschedule))) throw notFound();
      if (daysBetween(entry.fromDate, entry.tillDate) >= maxDays) throw refuse('rangeTooLong');
      const { booking, today, now, ...joiner } = await sql.loadJoinerFacts(tx, app.clock, person.id, entry);
      if (entry.bookingToReschedule !== null) {
        if (booking?.status !== statuses.booked) throw refuse('notBooked');
        if (!canCancel(booking, now)) throw refuse('tooLate');
      }
      const reason = joinRefusal(joiner, entry, { today, quota: maxSelfBooked });
      // The person is active, so the reason is that the coach is inactive.
      if (reason === 'inactive' && joiner.isActive) throw refuse(reason, contract.coachInactiveMessage);
      if (reason) throw refuse(reason);
      const idOrRefusal = await sql.insertEntry(tx, person.id, entry);
      if (typeof idOrRefusal === 'string') throw refuse(idOrRefusal);
      await audit(tx, { actor: person.id, action: 'waitingJoined', person: person.id });
      return idOrRefusal;
    });
    return { data: { waitingId } };
  },

  async listMyWaitingEntries({ person, app, db }) {
    const rows = await sql.listOwnEntries(db, app.clock, person.id);
    return {
      data: rows.map(({ joinedAt, slot, startsAt, endsAt, heldUntil, slotCoach, slotCoachId, ...row }) => ({
        ...row,
        since: joinedAt.toISOString(),
        offer:
          slot === null || startsAt === null || endsAt === null || heldUntil === null || slotCoachId === null
            ? null
            : {
                appointmentId: slot,
                date: wallClock(startsAt).date,
                start: wallClock(startsAt).time,
                end: wallClock(endsAt).time,
                coach: slotCoach ?? '',
                coachId: slotCoachId,
                until: heldUntil.toISOString(),
              },
      })),
    };
  },

  async declineOffer({ input, person, app, transaction }) {
    await transaction(async (tx) => {
      await lockParticipant(tx, person.id, app.usesLocks);
      if (!(await sql.isOwnEntry(tx, input.waitingId, person.id))) throw notFound();
      const slot = await sql.declineOpenOffer(tx, app.clock, input.waitingId);
      if (slot === null) return;
      await audit(tx, { actor: person.id, action: 'offerDeclined', person: person.id, appointment: slot });
      await offerFreedSlots(tx, app, [slot]);
    });
    return {};
  },

  async leaveWaitingList({ input, person, app, transaction }) {
    await transaction(async (tx) => {
      await lockParticipant(tx, person.id, app.usesLocks);
      if (!(await sql.isOwnEntry(tx, input.waitingId, person.id))) throw notFound();
      const slot = await sql.declineOpenOffer(tx, app.clock, input.waitingId);
      if (!(await sql.endEntry(tx, input.waitingId, 'left'))) return;
      await audit(tx, { actor: person.id, action: 'waitingLeft', person: person.id });
      if (slot !== null) await offerFreedSlots(tx, app, [slot]);
    });
    return {};
  },
});
