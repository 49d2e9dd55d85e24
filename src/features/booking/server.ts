import { createRoutesWithExistenceChecks } from '../../platform/http/calls/handler.ts';
import { notFound } from '../../platform/server-error.ts';
import { lockParticipant } from '../people/exports.ts';
import { recordChange } from '../appointments/exports.ts';
import { createParticipantAndCoachMails } from '../mail/outcome/rules.ts';
import { rangeProblem } from '../../shared/date-range.ts';
import { dayAndSlot, instantsOfDays, wallClock, weekday } from '../../shared/berlin.ts';
import * as contract from './contract.ts';
import type { BookableAppointment, OwnAppointment } from './contract.ts';
import { decodeCursor, encodeCursor } from './cursor.adapter.ts';
import { hasAlreadyBooked, findFreeQuotaNumber, overviewPageSize, whyNotBook, whyNotCancel } from './rules.ts';
import { canCancel, maxSelfBooked, statuses } from '../../shared/coaching.ts';
import * as lists from './lists.sql.ts';
import { ownsBookingToReschedule, toSlotFilters, whyNotRescheduleBooking } from './search/server.ts';
import { searchBookablePage } from './search/sql.ts';
import * as sql from './sql.ts';

const existenceChecks = { listBookableSlots: ownsBookingToReschedule };

/**
 * Handlers of the participants' calls (list bookable slots, book, list own appointments, cancel) and of the admins'
 * overview of bookings.
 */
export const routes = createRoutesWithExistenceChecks(contract, existenceChecks, {
  async listBookableSlots({ input, person, app, db, refuse }) {
    const { fromDate, tillDate } = input;
    const reason = await whyNotRescheduleBooking({ input, person, app, db });
    if (reason) throw refuse(reason);
    if (fromDate && tillDate && rangeProblem(fromDate, tillDate)) throw refuse('rangeTooLong');
    const filters = toSlotFilters(input);
    // One extra row is read, to find out whether there is a next page.
    const limit = input.limit === undefined ? null : input.limit + 1;
    const after = input.cursor === undefined ? null : decodeCursor(input.cursor);
    const { usedQuotaCount, hasEditableFile, now, rows } = Object.values(filters).every((filter) => filter === null)
      ? await lists.selectBookablePage(db, app.clock, person.id, { atLeast: limit, after })
      : await searchBookablePage(db, app.clock, person.id, filters, { limit, after });
    const page = rows.slice(0, input.limit ?? rows.length);
    const lastRow = page.at(-1);
    return {
      data: page.map((row) => toBookableAppointment(row, now)),
      meta: {
        quota: { used: usedQuotaCount, max: maxSelfBooked },
        editableFile: hasEditableFile,
        ...(lastRow && rows.length > page.length ? { nextCursor: encodeCursor(lastRow) } : {}),
      },
    };
  },

  async bookAppointment({ input, person, app, transaction, refuse }) {
    const note = input.note ?? null;
    const newlyBooked = await transaction(async (tx) => {
      const facts = await sql.lockForBooking(tx, app, person.id, input.appointmentId);
      if (facts === 'noProfile') throw refuse('noParticipantProfile');
      if (facts === 'noSlot') throw notFound();
      const { slot, booker, now } = facts;
      if (hasAlreadyBooked(slot, booker)) {
        const saved = note === null || (await sql.updateBookingNote(tx, input.appointmentId, note, now));
        if (!saved) throw refuse('started');
        return false;
      }
      const reason = whyNotBook(slot, booker, now);
      if (reason) throw refuse(reason);
      // `whyNotBook` has checked that a quota number is free, so the fallback is never used.
      const quotaNumber = findFreeQuotaNumber(booker.quotaNumbers) ?? maxSelfBooked;
      const details = { quotaNumber, note: note ?? '' };
      const violation = await sql.bookSlotWithMailsAndAudit(tx, input.appointmentId, facts, details);
      if (violation) throw refuse(violation);
      return true;
    });
    if (newlyBooked) app.metrics.countBooking('participant');
    return {};
  },

  async listMyAppointments({ person, app, db }) {
    const rows = await lists.listOwnAppointments(db, app.clock, person.id);
    const upcoming = rows.filter((row) => row.endsAt > row.now);
    const past = rows.filter((row) => row.endsAt <= row.now).reverse();
    return { data: [...upcoming, ...past].map(toOwnAppointment) };
  },

  async cancelAppointment({ input, person, app, transaction, refuse }) {
    await transaction(async (tx) => {
      if (!(await lockParticipant(tx, person.id, app.usesLocks))) throw refuse('noParticipantProfile');
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
      await sql.cancelBooking(tx, input.appointmentId, cancellation);
      const freedSlot = await sql.releaseSlot(tx, input.appointmentId);
      const { coach, startsAt, endsAt, now } = booking;
      const before = { state: 'booked', coach, startsAt, endsAt } as const;
      const change = {
        appointment: input.appointmentId,
        before,
        after: { ...before, state: cancellation.kind },
        participant: person.id,
        previousAppointment: null,
        mails: createParticipantAndCoachMails('appointmentCancelled', input.appointmentId, {
          participant: person.id,
          coach,
        }),
        byParticipant: true,
        action: 'cancelledByParticipant',
        by: person.id,
        at: now,
      } as const;
      await recordChange(tx, app, change, [freedSlot]);
    });
    return {};
  },

  async getBookingOverview({ input, db, refuse }) {
    const { fromDate, tillDate, coachId: coach, page = 1, pageSize = overviewPageSize } = input;
    if (rangeProblem(fromDate, tillDate)) throw refuse('rangeTooLong');
    const filters = { ...instantsOfDays(fromDate, tillDate), coach };
    const total = await lists.countBookings(db, filters);
    const rows = await lists.listBookings(db, { ...filters, limit: pageSize, offset: (page - 1) * pageSize });
    return {
      data: rows.map(({ bookedAt, startsAt, endsAt, link, ...row }) => ({
        ...row,
        href: link || null,
        bookedAt: bookedAt.toISOString(),
        ...dayAndSlot({ startsAt, endsAt }),
      })),
      meta: { total },
    };
  },
});

function toBookableAppointment(row: lists.BookableRow, now: Date): BookableAppointment {
  const { date, time } = wallClock(row.startsAt);
  return {
    id: row.id,
    type: row.isSpeedcoaching ? 'Speedcoaching' : 'Einzelcoaching',
    date,
    day: weekday(date),
    start: time,
    end: wallClock(row.endsAt).time,
    coach: row.coach,
    coachId: row.coachId,
    coachPicture: row.coachPicture,
    href: row.isSpeedcoaching ? row.link : null,
    stornoPossible: row.isSpeedcoaching ? null : canCancel({ startsAt: row.startsAt, movedByStaff: false }, now),
    ...(row.heldUntil ? { heldUntil: row.heldUntil.toISOString() } : {}),
  };
}

function toOwnAppointment(row: lists.OwnAppointmentRow): OwnAppointment {
  const { date, time } = wallClock(row.startsAt);
  return {
    id: row.id,
    date,
    start: `${time}:00`,
    end: `${wallClock(row.endsAt).time}:00`,
    type: row.type,
    coach: row.coach,
    coachId: row.coachId,
    coachPicture: row.coachPicture,
    status: row.status,
    href: row.link,
    note: row.note,
    meta: {
      stornoPossible: row.status === statuses.booked && canCancel(row, row.now),
      coming: row.coming,
      movedByStaff: row.movedByStaff,
      past: row.endsAt <= row.now,
      today: date === wallClock(row.now).date,
      rating: row.stars === null ? null : { averageRating: row.stars },
    },
  };
}
