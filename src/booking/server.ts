import { audit } from '../server/audit.ts';
import { serve } from '../server/handler.ts';
import { notFound } from '../server/refusal.ts';
import { lockParticipant } from '../accounts/sql.ts';
import { queueMail } from '../mail/outbox.ts';
import { rangeProblem } from '../appointments/rules.ts';
import { dayAndSlot, instantsOfDays, wallClock, weekday } from '../shared/berlin.ts';
import * as contract from './contract.ts';
import type { BookableAppointment, OwnAppointment } from './contract.ts';
import { readCursor, writeCursor } from './cursor.ts';
import {
  alreadyBooked,
  canCancel,
  freeQuotaNumber,
  maxSelfBooked,
  overviewPageSize,
  whyNotBook,
  whyNotCancel,
} from './rules.ts';
import * as lists from './sql-lists.ts';
import * as sql from './sql.ts';

/** Handlers of the participant's four (what can be booked, book, mine, cancel) and the admin's list of bookings made. */
export const served = serve(contract, {
  async bookable({ input, person, app, db }) {
    const { used, rows } = await lists.listFree(db, app.clock, person.id, {
      // One more than asked for tells whether there is a next page.
      atLeast: input.limit === undefined ? null : input.limit + 1,
      after: input.cursor === undefined ? null : readCursor(input.cursor),
    });
    const page = rows.slice(0, input.limit ?? rows.length);
    const last = page.at(-1);
    return {
      data: page.map(asBookable),
      meta: {
        quota: { used, max: maxSelfBooked },
        ...(last && rows.length > page.length ? { nextCursor: writeCursor(last) } : {}),
      },
    };
  },

  async bookAppointment({ input, person, app, transaction, refuse }) {
    const booked = await transaction(async (tx) => {
      const facts = await sql.lockBooking(tx, app, person.id, input.appointmentId);
      if (facts === 'noProfile') throw refuse('noParticipantProfile');
      if (facts === 'noSlot') throw notFound();
      const { slot, booker, now } = facts;
      if (alreadyBooked(slot, booker)) return false;
      const reason = whyNotBook(slot, booker, now);
      if (reason) throw refuse(reason);
      const number = freeQuotaNumber(booker.quotaNumbers) ?? maxSelfBooked;
      const broken = await sql.takeSlot(tx, input.appointmentId, facts, number);
      if (broken) throw refuse(broken);
      return true;
    });
    if (booked) app.metrics.booked('participant');
    return {};
  },

  async myAppointment({ person, app, db }) {
    const rows = await lists.listOwn(db, app.clock, person.id);
    const upcoming = rows.filter((row) => row.endsAt > row.now);
    const past = rows.filter((row) => row.endsAt <= row.now).reverse();
    return { data: [...upcoming, ...past].map(asOwn) };
  },

  async cancelAppointment({ input, person, app, transaction, refuse }) {
    await transaction(async (tx) => {
      if (!(await lockParticipant(tx, person.id, app.locks))) throw refuse('noParticipantProfile');
      const booking = await sql.lockOwnBooking(tx, app.clock, input.appointmentId, person.id);
      if (!booking) throw notFound();
      const reason = whyNotCancel(booking, booking.now);
      if (reason === 'done') return;
      if (reason) throw refuse(reason);
      const cancellation = {
        kind: 'byParticipant',
        by: person.id,
        reason: input.reason ?? '',
        at: booking.now,
      } as const;
      await sql.cancel(tx, input.appointmentId, cancellation);
      await sql.release(tx, input.appointmentId);
      const mail = { kind: 'appointmentCancelled', appointment: input.appointmentId } as const;
      await queueMail(tx, [
        { ...mail, person: person.id },
        { ...mail, person: booking.coach },
      ]);
      const deed = { action: 'cancelledByParticipant', actor: person.id, person: person.id } as const;
      await audit(tx, { ...deed, appointment: input.appointmentId });
    });
    return {};
  },

  async bookingOverview({ input, db, refuse }) {
    const { fromDate, tillDate, coachId: coach, page = 1, pageSize = overviewPageSize } = input;
    if (rangeProblem(fromDate, tillDate)) throw refuse('rangeTooLong');
    const made = { ...instantsOfDays(fromDate, tillDate), coach };
    const total = await lists.countMade(db, made);
    const rows = await lists.listMade(db, { ...made, limit: pageSize, offset: (page - 1) * pageSize });
    return {
      data: rows.map(({ bookedAt, startsAt, endsAt, ...row }) => ({
        ...row,
        bookedAt: bookedAt.toISOString(),
        ...dayAndSlot({ startsAt, endsAt }),
      })),
      meta: { total },
    };
  },
});

function asBookable(row: lists.FreeRow): BookableAppointment {
  const { date, time } = wallClock(row.startsAt);
  return {
    id: row.id,
    type: row.speed ? 'Speedcoaching' : 'Einzelcoaching',
    date,
    day: weekday(date),
    start: time,
    end: wallClock(row.endsAt).time,
    coach: row.coach,
    href: row.speed ? row.link : null,
  };
}

function asOwn(row: lists.OwnRow): OwnAppointment {
  const { date, time } = wallClock(row.startsAt);
  return {
    id: row.id,
    date,
    start: `${time}:00`,
    end: `${wallClock(row.endsAt).time}:00`,
    type: row.type,
    coach: row.coach,
    status: row.status,
    href: row.link,
    meta: {
      stornoPossible: row.status === 'G' && canCancel(row.startsAt, row.now),
      past: row.endsAt <= row.now,
      today: date === wallClock(row.now).date,
      rating: row.stars === null ? null : { averageRating: row.stars },
    },
  };
}
