import { Readable } from 'node:stream';
import { mayBookFor, participantExists, hasCoachProfile } from '../people/exports.ts';
import { audit } from '../audit/exports.ts';
import { readClock, type Clock, type Db, type Tx } from '../../platform/database/db.ts';
import { requireValue } from '../../platform/http/calls/form.ts';
import { createRoutesWithExistenceChecks, type ExistenceChecks } from '../../platform/http/calls/handler.ts';
import { notFound, type ServerError } from '../../platform/server-error.ts';
import { selectDocuments } from '../files/exports.ts';
import { dayAndSlot, germanPeriod, instantsOfDays, wallClock, weekday } from '../../shared/berlin.ts';
import { groupBy } from '../../shared/group.ts';
import * as contract from './contract.ts';
import type { PlanEntry } from './contract.ts';
import { createNewAppointment } from './create.steps.ts';
import { exportCsv, exportSheet } from './export.words.ts';
import type { CoachingType } from '../../shared/coaching.ts';
import { rangeProblem } from '../../shared/date-range.ts';
import { alertAdminsIfManyNewPeople } from './new-people.steps.ts';
import { selectCoachEmails, countByStatus, listOverview, overviewStatuses } from './overview.sql.ts';
import { listPlan, listUpcomingAppointments } from './plan.sql.ts';
import * as sql from './sql.ts';

/**
 * The coach and the participant of a new appointment must exist, if given. In a coach's own calendar, the coach must be
 * allowed to book for the participant.
 */
const existenceChecks: ExistenceChecks<typeof contract> = {
  createOwnAppointment: async ({ input, person, app, db }) =>
    input.participantId === null || mayBookFor(db, app.clock, person, input.participantId),
  createAppointment: ({ input, db }) => bothExist(db, input.coachId, input.participantId),
};

/** Handlers for calendars: daily plans, overviews, single appointments and the export. */
export const routes = createRoutesWithExistenceChecks(contract, existenceChecks, {
  async getDailyPlan({ input, person, app, db, refuse }) {
    if (rangeProblem(input.fromDate, input.tillDate)) throw refuse('rangeTooLong');
    return { data: await readPlan(db, app.clock, person.id, { ...input, coach: person.id }) };
  },

  async getFullDailyPlan({ input, person, app, db, refuse }) {
    if (rangeProblem(input.fromDate, input.tillDate)) throw refuse('rangeTooLong');
    return { data: await readPlan(db, app.clock, person.id, { ...input, coach: input.coachId }) };
  },

  async createOwnAppointment({ input, person, app, db, transaction, refuse, logSecurityEvent }) {
    const { participantId } = input;
    const mayBook = participantId === null || (await mayBookFor(db, app.clock, person, participantId));
    if (!mayBook) throw notFound();
    const { id, adminsAlerted } = await transaction(async (tx) => {
      const appointmentId = await createNewAppointment(
        tx,
        app,
        { ...input, coach: person.id, by: person.id, byAdmin: false },
        refuse,
      );
      const adminsAlerted = participantId !== null && (await alertAdminsIfManyNewPeople(tx, app, person.id));
      return { id: appointmentId, adminsAlerted };
    });
    if (id === null) throw refuse('noCoachProfile');
    if (participantId !== null) app.metrics.countBooking('staff');
    if (adminsAlerted) logSecurityEvent('metMany', { person: person.id });
    return { data: { appointmentId: id } };
  },

  async createAppointment({ input, person, app, transaction, refuse }) {
    const coach = requireValue(input.coachId);
    const id = await transaction((tx) =>
      createNewAppointment(tx, app, { ...input, coach, by: person.id, byAdmin: true }, refuse),
    );
    if (id === null) throw notFound();
    if (input.participantId !== null) app.metrics.countBooking('staff');
    return { data: { appointmentId: id } };
  },

  async deleteOwnAppointment({ input, person, transaction, refuse }) {
    await transaction((tx) => deleteFreeSlot(tx, { id: input.appointmentId, by: person.id, coach: person.id }, refuse));
    return {};
  },

  async deleteAppointment({ input, person, transaction, refuse }) {
    await transaction((tx) => deleteFreeSlot(tx, { id: input.appointmentId, by: person.id, coach: null }, refuse));
    return {};
  },

  async getOwnOverview({ input, person, app, db, refuse }) {
    if (rangeProblem(input.fromDate, input.tillDate)) throw refuse('rangeTooLong');
    return readOverview(db, app.clock, person.id, { ...input, coachId: person.id });
  },

  async getFullOverview({ input, person, app, db, refuse }) {
    if (rangeProblem(input.fromDate, input.tillDate)) throw refuse('rangeTooLong');
    return readOverview(db, app.clock, person.id, input);
  },

  async exportAppointments({ input, person, app, db, refuse }) {
    const { fromDate, tillDate, format, columns = contract.participantColumns } = input;
    if (rangeProblem(fromDate, tillDate)) throw refuse('rangeTooLong');
    // One row more than allowed shows that there are too many.
    const page = { page: 1, pageSize: contract.maxExportedRows + 1 };
    const { data } = await readOverview(db, app.clock, person.id, { ...input, ...page });
    if (data.length > contract.maxExportedRows) throw refuse('tooMany');
    const emails = await selectCoachEmails(db);
    const rows = data.map((row) => ({ ...row, coachEmail: emails.get(row.coachId) ?? '' }));
    const now = wallClock(await readClock(db, app.clock));
    const heading = `${app.settings.providerConfig.provider} · Termine, ${germanPeriod(fromDate, tillDate)}`;
    const bytes =
      format === 'csv'
        ? Buffer.from(exportCsv(rows, now, columns))
        : await app.spreadsheets.write({ heading, sheets: [exportSheet(rows, now, columns)] });
    return { name: `Termine ${fromDate} bis ${tillDate}.${format}`, size: bytes.length, bytes: Readable.from([bytes]) };
  },
});

interface DayRange {
  fromDate: string;
  tillDate: string;
}

/** Returns the Berlin date, weekday and 'HH:mm - HH:mm' of an interval. */
function toDayAndSlot(interval: { startsAt: Date; endsAt: Date }) {
  const { date, timeSlot } = dayAndSlot(interval);
  return { date, weekDay: weekday(date), timeSlot };
}

/**
 * Returns the plan of a range of days with the participants' documents (as `reader` sees them) and their other upcoming
 * appointments. `coach` null means all coaches. Runs at most three statements, however many rows there are.
 */
async function readPlan(db: Db, clock: Clock, reader: number, { coach, ...days }: DayRange & { coach: number | null }) {
  const rows = await listPlan(db, clock, reader, { ...instantsOfDays(days.fromDate, days.tillDate), coach });
  const participants = [...new Set(rows.map((row) => row.participantId))];
  const documents = groupBy(await selectDocuments(db, participants, reader), (document) => document.participant);
  const upcoming = groupBy(
    await listUpcomingAppointments(db, clock, participants),
    ({ participantId }) => participantId,
  );
  return rows.map((row): PlanEntry => {
    const files = documents.get(row.participantId) ?? [];
    const otherAppointments = (upcoming.get(row.participantId) ?? []).filter((other) => other.id !== row.id);
    return {
      id: row.id,
      ...toDayAndSlot(row),
      status: row.status,
      href: row.link || null,
      participantFullName: row.participantName,
      participantPhoneNumber: row.phone,
      participantEmail: row.email,
      participantEndOfQualification: row.qualificationEnd,
      participantQualification: row.qualification,
      participantId: row.participantId,
      coachId: row.coachId,
      coachFullName: row.coachName,
      note: row.note,
      coming: row.coming,
      attended: row.attended,
      takeBackUntil: row.takeBackUntil?.toISOString() ?? null,
      files: { meta: { total: files.length }, data: files },
      remainingAppointments: otherAppointments.map((other) => ({
        appointmentId: other.id,
        appointmentDate: wallClock(other.startsAt).date,
        appointmentFromTime: `${wallClock(other.startsAt).time}:00`,
        appointmentTillTime: `${wallClock(other.endsAt).time}:00`,
        coachName: other.coachName,
      })),
    };
  });
}

/** Whether a coach and a participant exist; null counts as existing. */
async function bothExist(db: Db, coach: number | null, participant: number | null): Promise<boolean> {
  if (coach !== null && !(await hasCoachProfile(db, coach))) return false;
  return participant === null || (await participantExists(db, participant));
}

type OverviewInput = DayRange & {
  status: { booked: boolean; free: boolean; missed: boolean };
  page?: number | undefined;
  pageSize?: number | undefined;
  coachId: number | null;
  coachIds?: number[] | undefined;
  type?: CoachingType | undefined;
  sort?: contract.OverviewOrder | undefined;
  omitUnused?: boolean | undefined;
};

/**
 * Deletes a free appointment and writes the audit entry; `by` is the person who deletes it. `coach` is the coach to
 * whom it must belong, or null for any coach. Throws `notFree` if the appointment is not free, and 404 if there is
 * none.
 */
async function deleteFreeSlot(
  tx: Tx,
  { id, by, coach }: { id: number; by: number; coach: number | null },
  refuse: (code: 'notFree') => ServerError,
): Promise<void> {
  const result = await sql.deleteFreeAppointment(tx, id, coach);
  if (result === 'notFound') throw notFound();
  if (result === 'notFree') throw refuse('notFree');
  await audit(tx, {
    actor: by,
    action: 'appointmentDeleted',
    person: result.coach,
    appointment: id,
    startsAt: result.startsAt,
  });
}

/**
 * Returns a page of the overview, or all rows if there is no page size. If `coachId` is null, the page
 * contains the appointments of the coaches in `coachIds` or, without `coachIds`, of all coaches.
 */
async function readOverview(db: Db, clock: Clock, caller: number, input: OverviewInput) {
  const days = instantsOfDays(input.fromDate, input.tillDate);
  const coaches = input.coachId === null ? (input.coachIds ?? null) : [input.coachId];
  const range = { ...days, coaches, type: input.type ?? null, omitsUnused: input.omitUnused ?? false };
  const selectedStatuses = overviewStatuses.filter(({ flag }) => input.status[flag]);
  const statuses = selectedStatuses.map(({ status }) => status);
  const { begun, ...counts } = await countByStatus(db, clock, range, statuses);
  const total = selectedStatuses.reduce((sum, { flag }) => sum + counts[flag], 0);
  const limit = input.pageSize ?? null;
  const offset = limit === null ? 0 : ((input.page ?? 1) - 1) * limit;
  const filters = {
    ...range,
    statuses,
    order: input.sort ?? 'start',
    limit,
    offset,
  };
  const rows = selectedStatuses.length === 0 ? [] : await listOverview(db, clock, caller, filters);
  return {
    data: rows.map(({ startsAt, endsAt, takeBackUntil, heldUntil, link, ...row }) => ({
      ...row,
      reserved: heldUntil !== null,
      heldUntil: heldUntil?.toISOString() ?? null,
      href: link || null,
      ...toDayAndSlot({ startsAt, endsAt }),
      takeBackUntil: takeBackUntil?.toISOString() ?? null,
    })),
    meta: { total, counts, begun },
  };
}
