import { hasCoachProfile, lockParticipant, participantExists } from '../people/exports.ts';
import { deletePasskeys } from '../passkeys/exports.ts';
import { isDifferentMailbox, endAccessOfOldMailbox, revokeAccess } from '../accounts/exports.ts';
import { deleteFeed } from '../calendar-feed/exports.ts';
import { audit } from '../audit/exports.ts';
import { endWaitingListEntries, offerFreedSlots } from '../waiting/exports.ts';
import { readToday, type Clock, type Db, type Tx } from '../../platform/database/db.ts';
import { createRoutesWithExistenceChecks, type App, type ExistenceChecks } from '../../platform/http/calls/handler.ts';
import { notFound, type ServerError } from '../../platform/server-error.ts';
import { endSessions } from '../sessions/exports.ts';
import { refuseOutdatedForm, withVersion } from '../../platform/http/calls/record-version.ts';
import { rangeProblem } from '../../shared/date-range.ts';
import { instantsOfDays, wallClock } from '../../shared/berlin.ts';
import { compareGerman } from '../../shared/german.ts';
import { roles } from '../../shared/roles.ts';
import * as contract from './contract.ts';
import { editCoach, type Coach } from './contract.ts';
import { analyticsKindOf } from './rules.ts';
import * as sql from './sql.ts';

/** Check whether the person with the id in the input exists. If no person is chosen, the rules report that. */
const existenceChecks: ExistenceChecks<typeof contract> = {
  editCoach: ({ input, db }) => sql.isCoach(db, input.id),
  makeNewCoach: async ({ input: { participantId: id }, app, db }) =>
    id === null || (await isParticipantOrCoach(db, app.clock, id)),
  getCoachAnalytics: async ({ input: { coachId: id }, db }) => id === null || (await hasCoachProfile(db, id)),
};

/** Handlers for coaches: pickers, the public look-up, administration and analytics. */
export const routes = createRoutesWithExistenceChecks(contract, existenceChecks, {
  async getCoachList({ db }) {
    const coaches = await sql.listActiveCoaches(db);
    return {
      data: coaches
        .map(({ id, firstName, lastName }) => ({ value: id, label: `${firstName} ${lastName}` }))
        .sort((a, b) => compareGerman(a.label, b.label)),
    };
  },

  async getCoachId({ input, db }) {
    const requestedName = input.name.toLowerCase();
    const coach = (await sql.listActiveCoaches(db)).find(
      ({ firstName, lastName }) => `${firstName}-${lastName}`.toLowerCase().replace(/\s+/g, '-') === requestedName,
    );
    return { data: coach ? { id: coach.id } : null };
  },

  async listCoaches({ app, db }) {
    return { data: (await sql.listCoaches(db)).map(toCoach), meta: { state: app.settings.providerConfig.state } };
  },

  async editCoach({ input, person, app, transaction, refuse }) {
    await transaction(async (tx) => {
      const coach = await sql.lockCoach(tx, input.id, app.usesLocks);
      if (!coach) throw notFound();
      // Checked first, so that an outdated form does not reactivate a coach who has since been inactivated.
      refuseOutdatedForm(editCoach, input.version, toCoach(coach));
      if (!coach.active) {
        if (!input.active) throw refuse('inactive');
        await sql.setActive(tx, coach.id, true);
        await audit(tx, { actor: person.id, action: 'coachActivated', person: coach.id });
        return;
      }
      const { speedCoach = coach.speedCoach, gender = coach.gender, state = coach.state, ...form } = input;
      const violation = await sql.updateCoach(tx, { ...form, speedCoach, gender, state });
      if (violation) throw refuse(violation);
      if (!input.active) await endCalendarAndAccess(tx, app, coach.id, refuse);
      const action = input.active ? 'coachEdited' : 'coachInactivated';
      await audit(tx, { actor: person.id, action, person: coach.id });
      await endOldMailboxAccess(tx, coach, form.email, person.id);
    });
    return {};
  },

  async makeNewCoach({ input, person, app, transaction, refuse }) {
    const id = input.participantId;
    if (id === null) throw notFound();
    await transaction(async (tx) => {
      // Bookings for this participant, and other admins who make them a coach, wait for this lock.
      const isParticipant = await lockParticipant(tx, id, app.usesLocks);
      const candidate = await sql.findCandidate(tx, app.clock, id);
      if (candidate?.roleId === roles.coach.value) throw refuse('alreadyCoach');
      if (!isParticipant || candidate?.roleId !== roles.participant.value) throw notFound();
      if (!candidate.active) throw refuse('inactive');
      if (candidate.hasBookings) throw refuse('hasBookings');
      const violation = await sql.insertCoach(tx, { id, ...input, gender: input.gender || 'd' });
      if (violation) throw refuse(violation);
      await endSessions(tx, id);
      // With another role the person has other rights, so they add their passkeys again.
      await deletePasskeys(tx, id);
      // Otherwise anyone with the URL of the participant's calendar feed could read whom the coach meets.
      await deleteFeed(tx, id);
      const freedSlots = await endWaitingListEntries(tx, app.clock, id);
      await audit(tx, { actor: person.id, action: 'coachMade', person: id });
      await endOldMailboxAccess(tx, { id, email: candidate.email }, input.email, person.id);
      await offerFreedSlots(tx, app, freedSlots);
    });
    return {};
  },

  async getCoachAnalytics({ input, app, db, refuse }) {
    if (rangeProblem(input.fromDate, input.tillDate)) throw refuse('rangeTooLong');
    const coach = input.coachId;
    if (coach === null || !(await hasCoachProfile(db, coach))) throw notFound();
    const today = await readToday(db, app.clock);
    const { from, till } = instantsOfDays(input.fromDate, input.tillDate);
    const allRows = await sql.listAppointments(db, coach, from, till);
    const rows = allRows.filter((row) => !row.isRescheduled);
    const rescheduledCount = allRows.length - rows.length;
    const people = await sql.findPeople(db, [...new Set(rows.flatMap((row) => row.participant ?? []))]);
    const meta = {
      total: rows.length,
      active: 0,
      done: 0,
      free: 0,
      missed: 0,
      cancelled: 0,
      rescheduled: rescheduledCount,
    };
    const appointments = rows.map(({ status, startsAt, endsAt, participant }) => {
      const { date, time } = wallClock(startsAt);
      const kind = analyticsKindOf({ status, date }, today);
      if (kind) meta[kind]++;
      const person = (participant !== null && people.get(participant)) || noPerson;
      return { date, startTime: time, endTime: wallClock(endsAt).time, status, ...person };
    });
    return { appointmentList: { appointments, meta } };
  },
});

/** Returns a coach as admins see them, with a version of these fields. */
const toCoach = (coach: sql.CoachRow): Coach =>
  withVersion(coach, ['firstName', 'lastName', 'email', 'teamsLink', 'active', 'speedCoach', 'gender', 'state']);

/**
 * Ends the access of a coach's old mailbox to the account if the admin `actor` has changed the e-mail address. The
 * e-mail address of a coach is always confirmed.
 */
async function endOldMailboxAccess(
  tx: Tx,
  { id, email }: { id: number; email: string },
  newEmail: string,
  actor: number,
) {
  if (!isDifferentMailbox(email, newEmail)) return;
  await endAccessOfOldMailbox(tx, id, { email, confirmed: true });
  await audit(tx, { actor, action: 'emailChanged', person: id });
}

/**
 * Whether a person is a participant or a coach. `makeNewCoach` itself refuses coaches, with the code `alreadyCoach`.
 */
async function isParticipantOrCoach(db: Db, clock: Clock, id: number): Promise<boolean> {
  const candidate = await sql.findCandidate(db, clock, id);
  if (candidate?.roleId === roles.coach.value) return true;
  return candidate?.roleId === roles.participant.value && (await participantExists(db, id));
}

/** The personal fields of an appointment without a participant. */
const noPerson = { firstName: '', lastName: '', phone: '', email: '' };

/**
 * Ends the calendar and the access of a coach who becomes inactive: deletes upcoming free appointments, sessions,
 * mailed secrets and the calendar subscription. Refuses while the coach has upcoming bookings. The caller must have
 * locked the coach's row.
 */
async function endCalendarAndAccess(tx: Tx, app: App, coach: number, refuse: (code: 'hasBookings') => ServerError) {
  // The lock comes first, so that a booking that is under way is visible to the next statement.
  if (app.usesLocks) await sql.lockFreeAppointments(tx, app.clock, coach);
  if (await sql.hasBookings(tx, app.clock, coach)) throw refuse('hasBookings');
  await sql.deleteFreeAppointments(tx, app.clock, coach);
  await revokeAccess(tx, coach);
  await deleteFeed(tx, coach);
}
