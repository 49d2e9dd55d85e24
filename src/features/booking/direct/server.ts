import { hasCoachProfile, lockParticipant, mayBookFor } from '../../people/exports.ts';
import { alertAdminsIfManyNewPeople, recordChange } from '../../appointments/exports.ts';
import { readBookingSnapshot } from '../../mail/exports.ts';
import { createParticipantAndCoachMails } from '../../mail/outcome/rules.ts';
import { notFound, type ServerError } from '../../../platform/server-error.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { createRoutes, type App } from '../../../platform/http/calls/handler.ts';
import { hasAlreadyBooked } from '../rules.ts';
import { cancelBooking, findParties, lockForBooking, releaseSlot } from '../sql.ts';
import * as contract from './contract.ts';
import { whyNotBookDirectly, whyNotUndoBooking, type DirectBookingRefusal } from './rules.ts';
import * as sql from './sql.ts';

/** Handlers of the calls with which staff book slots for participants, and coaches undo such bookings. */
export const routes = createRoutes(contract, {
  async bookOwnSlotForParticipant({ input, person, app, db, transaction, refuse, logSecurityEvent }) {
    if (!(await mayBookFor(db, app.clock, person, input.participantId))) throw notFound();
    if (!(await hasCoachProfile(db, person.id))) throw refuse('noCoachProfile');
    const booking = { ...input, owner: person.id, by: person.id };
    const { booked, alarmed } = await transaction(async (tx) => {
      const newlyBooked = await bookDirectly(tx, app, booking, refuse);
      return { booked: newlyBooked, alarmed: newlyBooked && (await alertAdminsIfManyNewPeople(tx, app, person.id)) };
    });
    if (booked) app.metrics.countBooking('staff');
    if (alarmed) logSecurityEvent('metMany', { person: person.id });
    return { data: { appointmentId: input.appointmentId } };
  },

  async bookSlotForParticipant({ input, person, app, transaction, refuse }) {
    const booking = { ...input, owner: null, by: person.id };
    const newlyBooked = await transaction((tx) => bookDirectly(tx, app, booking, refuse));
    if (newlyBooked) app.metrics.countBooking('staff');
    return { data: { appointmentId: input.appointmentId } };
  },

  async undoDirectBooking({ input: { appointmentId: appointment }, person, app, db, transaction, refuse }) {
    if (!(await hasCoachProfile(db, person.id))) throw refuse('noCoachProfile');
    await transaction(async (tx) => {
      const parties = await findParties(tx, appointment);
      if (parties?.coach !== person.id) throw notFound();
      const { participant } = parties;
      if (participant === null) throw refuse('notBooked');
      await lockParticipant(tx, participant, app.usesLocks);
      const booking = await sql.lockDirectBooking(tx, app, appointment);
      if (!booking) throw notFound();
      const reason = whyNotUndoBooking(booking, person.id, booking.now);
      if (reason === 'done') return;
      if (reason) throw refuse(reason);
      const before = await readBookingSnapshot(tx, appointment);
      await cancelBooking(tx, appointment, {
        kind: 'byAdmin',
        by: person.id,
        undoesDirectBooking: true,
        at: booking.now,
      });
      const freedSlot = await releaseSlot(tx, appointment);
      const change = {
        appointment,
        before,
        after: await readBookingSnapshot(tx, appointment),
        participant,
        previousAppointment: null,
        mails: createParticipantAndCoachMails('appointmentCancelledByUs', appointment, {
          participant,
          coach: person.id,
        }),
        byParticipant: false,
        action: 'bookingTakenBack',
        by: person.id,
        at: booking.now,
      } as const;
      await recordChange(tx, app, change, [freedSlot]);
    });
    return {};
  },
});

/** A slot that staff book for a participant. */
interface DirectBookingRequest {
  appointmentId: number;
  participantId: number;
  /** The coach to whom the slot must belong; null for any coach. */
  owner: number | null;
  /** Who books the slot. */
  by: number;
}

/**
 * Books a slot for a participant in the given transaction, queues the mails and writes the audit entry (reference
 * 4.19). Locks the participant, then the slot. Returns false if the slot is already booked for the participant. Throws
 * the refusals of the call, and 404 for an unknown participant, an unknown slot or a slot that does not belong to
 * `owner`.
 */
async function bookDirectly(
  tx: Tx,
  app: App,
  { appointmentId: appointment, participantId: participant, owner, by }: DirectBookingRequest,
  refuse: (code: DirectBookingRefusal) => ServerError,
): Promise<boolean> {
  const facts = await lockForBooking(tx, app, participant, appointment);
  if (facts === 'noProfile' || facts === 'noSlot') throw notFound();
  const { slot, booker, coach, now } = facts;
  if (owner !== null && coach !== owner) throw notFound();
  if (hasAlreadyBooked(slot, booker)) return false;
  const endsAt = await sql.selectSlotEnd(tx, appointment);
  const reason = whyNotBookDirectly({ ...slot, endsAt }, booker, now);
  if (reason) throw refuse(reason);
  const violation = await sql.bookSlotDirectly(tx, appointment, { participant, by, at: now });
  if (violation) throw refuse(violation);
  await recordChange(tx, app, {
    appointment,
    before: null,
    after: await readBookingSnapshot(tx, appointment),
    participant,
    previousAppointment: null,
    mails: createParticipantAndCoachMails('appointmentBooked', appointment, { participant, coach }),
    byParticipant: false,
    action: 'booked',
    by,
    at: now,
  });
  return true;
}
