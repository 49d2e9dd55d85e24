import { hasCoachProfile } from '../people/exports.ts';
import { audit } from '../audit/exports.ts';
import { notFound, type ServerError } from '../../platform/server-error.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { requireValue } from '../../platform/http/calls/form.ts';
import { createRoutesWithExistenceChecks, type App, type ExistenceChecks } from '../../platform/http/calls/handler.ts';
import { wallClock } from '../../shared/berlin.ts';
import { rangeProblem } from '../../shared/date-range.ts';
import * as contract from './contract.ts';
import type { Absence, Decision, OwnPastEffect, PastEffect } from './contract.ts';
import { planAbsence, previewAbsence, undoDeadlineOrNull, type PlanResult } from './plan.steps.ts';
import {
  toInterval,
  toDaysAndTimes,
  isBookedElsewhere,
  isTooLong,
  maySeePhone,
  type AbsenceForm,
  type AbsenceKind,
} from './rules.ts';
import { countDeletedSlots, listAffectedSince, type AffectedRow } from './effects.sql.ts';
import * as sql from './sql.ts';
import { undoAbsence } from './undo.steps.ts';

/** Checks that the coaches in an admin's request exist. */
const existenceChecks: ExistenceChecks<typeof contract> = {
  planAbsence: ({ input, db }) => doCoachesExist(db, input),
};

function doCoachesExist(db: Db, { coachId, decisions }: { coachId: number | null; decisions: readonly Decision[] }) {
  const coachIds = [coachId, ...decisions.map(({ toCoachId }) => toCoachId)];
  return sql.areCoaches(
    db,
    coachIds.flatMap((id) => id ?? []),
  );
}

/** The handlers for planning, undoing, ending and listing absences. */
export const routes = createRoutesWithExistenceChecks(contract, existenceChecks, {
  async planOwnAbsence({ input, person, app, db, transaction, refuse }) {
    if (!(await hasCoachProfile(db, person.id))) throw refuse('noCoachProfile');
    if (input.decisions.some(({ action }) => action === 'move')) throw refuse('notAllowed');
    const request = { ...toRequest(input, refuse), coach: person.id, actor: person.id, mayMove: false };
    return toPlanOutput(await transaction((tx) => planOrPreview(tx, app, request, refuse)));
  },

  async planAbsence({ input, person, app, db, transaction, refuse }) {
    if (!(await doCoachesExist(db, input))) throw notFound();
    const request = {
      ...toRequest(input, refuse),
      coach: requireValue(input.coachId),
      actor: person.id,
      mayMove: true,
    };
    return toPlanOutput(await transaction((tx) => planOrPreview(tx, app, request, refuse)));
  },

  async undoOwnAbsence({ input, person, app, transaction, refuse }) {
    await transaction(async (tx) => {
      if ((await sql.findAbsentCoach(tx, input.absenceId)) !== person.id) throw notFound();
      await undoAbsence(tx, app, { absence: input.absenceId, actor: person.id }, refuse);
    });
    return {};
  },

  async undoAbsence({ input, person, app, transaction, refuse }) {
    await transaction((tx) => undoAbsence(tx, app, { absence: input.absenceId, actor: person.id }, refuse));
    return {};
  },

  async getOwnAbsences({ input, person, app, db, refuse }) {
    if (rangeProblem(input.fromDate, input.tillDate)) throw refuse('rangeTooLong');
    return { data: await listAbsences(db, app, { ...input, coach: person.id }) };
  },

  async getAbsences({ input, app, db, refuse }) {
    if (rangeProblem(input.fromDate, input.tillDate)) throw refuse('rangeTooLong');
    return { data: await listAbsences(db, app, { ...input, coach: input.coachId }) };
  },

  async getAbsenceEffects({ input: { absenceId }, app, db }) {
    if ((await sql.findAbsentCoach(db, absenceId)) === null) throw notFound();
    const free = await countDeletedSlots(db, app.clock, absenceId);
    return { data: { free, booked: (await listAffectedSince(db, app.clock, absenceId)).map(toPastEffect) } };
  },

  async getOwnAbsenceEffects({ input: { absenceId }, person, app, db }) {
    if ((await sql.findAbsentCoach(db, absenceId)) !== person.id) throw notFound();
    const free = await countDeletedSlots(db, app.clock, absenceId);
    const rows = await listAffectedSince(db, app.clock, absenceId);
    return { data: { free, booked: rows.map((row) => toOwnPastEffect(row, person.id)) } };
  },

  async endOwnAbsence({ input, person, app, transaction }) {
    await transaction((tx) =>
      endIfPermitted(tx, app, { absence: input.absenceId, owner: person.id, actor: person.id }),
    );
    return {};
  },

  async endAbsence({ input, person, app, transaction }) {
    await transaction((tx) => endIfPermitted(tx, app, { absence: input.absenceId, owner: null, actor: person.id }));
    return {};
  },
});

/** Converts a form without errors to a request. Throws the refusals of its days and times. */
function toRequest(
  input: AbsenceForm & { apply: boolean; decisions: readonly Decision[] },
  refuse: (code: 'rangeTooLong' | 'invalidTime') => ServerError,
) {
  if (isTooLong(input)) throw refuse('rangeTooLong');
  const interval = toInterval(input);
  if (!interval) throw refuse('invalidTime');
  const { apply, decisions } = input;
  return { interval, kind: input.kind as AbsenceKind, apply, decisions };
}

const planOrPreview = (
  tx: Tx,
  app: App,
  { apply, ...request }: Parameters<typeof planAbsence>[2] & { apply: boolean; mayMove: boolean },
  refuse: Parameters<typeof planAbsence>[3],
) => (apply ? planAbsence(tx, app, request, refuse) : previewAbsence(tx, app, request));

/** Converts the effects of an absence to the output of the calls. */
const toPlanOutput = ({ freeCount, speedcoachingCount, bookings, ...result }: PlanResult) => ({
  data: { ...result, free: freeCount, freeSpeedcoachings: speedcoachingCount, booked: bookings },
});

const toDayAndTimes = (startsAt: Date, endsAt: Date) => {
  const { date, time } = wallClock(startsAt);
  return { date, start: time, end: wallClock(endsAt).time };
};

const toBooking = (row: AffectedRow) => ({
  appointmentId: row.appointmentId,
  ...toDayAndTimes(row.startsAt, row.endsAt),
  participantFullName: row.participant,
  handedTo: row.handedTo,
});

const toNext = ({ nextStartsAt, nextEndsAt }: AffectedRow) =>
  nextStartsAt && nextEndsAt ? toDayAndTimes(nextStartsAt, nextEndsAt) : null;

function toPastEffect(row: AffectedRow): PastEffect {
  const next = toNext(row);
  return {
    ...toBooking(row),
    participantPhoneNumber: row.phone,
    changedSince: row.changedSince,
    next: next && { ...next, coach: row.nextCoach ?? '' },
  };
}

/** Converts the row to what the absent coach may see of it (reference 14.4). */
function toOwnPastEffect(row: AffectedRow, coach: number): OwnPastEffect {
  const bookedElsewhere = isBookedElsewhere(row, coach);
  return {
    ...toBooking(row),
    participantPhoneNumber: maySeePhone(row, coach) ? row.phone : '',
    next: bookedElsewhere ? null : toNext(row),
    bookedElsewhere,
  };
}

async function listAbsences(
  db: Db,
  { clock }: App,
  filters: { fromDate: string; tillDate: string; coach: number | null },
): Promise<Absence[]> {
  const rows = await sql.listAbsences(db, clock, filters);
  return rows.map(({ startsAt, endsAt, plannedAt, now, ...row }) => ({
    ...row,
    ...toDaysAndTimes({ startsAt, endsAt }),
    undoUntil: undoDeadlineOrNull(plannedAt, now),
  }));
}

/**
 * Ends an absence (reference 14.4); does nothing if it has already ended. Throws 404 for an unknown absence and, unless
 * `owner` is null, for an absence of a coach other than `owner`.
 */
async function endIfPermitted(
  tx: Tx,
  { clock }: App,
  { absence, owner, actor }: { absence: number; owner: number | null; actor: number },
): Promise<void> {
  const coach = await sql.findAbsentCoach(tx, absence);
  if (coach === null || (owner !== null && coach !== owner)) throw notFound();
  if (await sql.endAbsence(tx, clock, absence, 'ended'))
    await audit(tx, { actor, action: 'absenceEnded', person: coach });
}
