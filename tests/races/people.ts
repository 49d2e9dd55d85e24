import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { login } from '../../src/features/accounts/contract.ts';
import { submitRegistration } from '../../src/features/accounts/registration/contract.ts';
import { hashPassword } from '../../src/platform/password-hash.ts';
import { createAppointment } from '../../src/features/appointments/contract.ts';
import { cancelAppointment } from '../../src/features/booking/contract.ts';
import { renewFeed } from '../../src/features/calendar-feed/contract.ts';
import { editCoach, listCoaches, makeNewCoach } from '../../src/features/coaches/contract.ts';
import { uploadFiles } from '../../src/features/files/contract.ts';
import { changeReminder } from '../../src/features/mail/contract.ts';
import { reminderKinds } from '../../src/features/mail/rules.ts';
import {
  anonymizeUserData,
  changeActiveStatus,
  changeUserData,
  searchAllParticipants,
} from '../../src/features/participants/contract.ts';
import { dateOf } from '../../src/shared/berlin.ts';
import { findViolations } from '../../src/operations/privacy/invariants.ts';
import { createRegistrationForm } from '../support/registration.ts';
import { inDays } from '../support/world.ts';
import {
  book,
  countRows,
  createPeople,
  createSlots,
  countSuccesses,
  outcomeOf,
  type RaceContext,
  type Race,
} from './context.ts';

const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n');

/** Sets a participant inactive, which is the status 1. */
const inactivate = ({ world, adminSession }: RaceContext, participantId: number) =>
  world.call(changeActiveStatus, adminSession, { participantId, participantStatus: 1 });

/** Inactivates and anonymises a participant; returns whether the anonymising succeeded. */
async function anonymise(context: RaceContext, participantId: number): Promise<boolean> {
  await inactivate(context, participantId);
  const { body } = await context.world.call(anonymizeUserData, context.adminSession, { participantId });
  return body.meta.status === 'success';
}

/** Whether the data of this person violates a rule. */
const hasViolation = async ({ world }: RaceContext, person: number) =>
  (await findViolations(world.db)).some(({ ids }) => ids.includes(String(person)));

/** Returns the form with which an admin sets a coach inactive. */
const createInactivationForm = (id: number) => ({
  id,
  user_id: id,
  vorname: 'Cleo',
  nachname: 'Coach',
  email: `coach${id}@race.example`,
  teams_link: 'https://teams.example/1',
  active: 0,
});
/** Counts the upcoming appointments of an inactive coach; returns 0 for an active coach. */
const countUpcomingIfInactive = (context: RaceContext, coach: number) =>
  countRows(
    context,
    'appointment',
    sql`coach_id = ${coach} AND status IN ('F', 'G') AND ends_at > now()
    AND NOT (SELECT active FROM coach WHERE person_id = ${coach})`,
  );

const oneTimePassword = 'Sommer-Wiese-2026!';
const password = 'Winter-Wiese-2026!';
const passwordHash = hashPassword(password);
let emailCount = 0;

/** The race between an upload and anonymising. Another test runs it too, and checks the store afterwards. */
export const documentRace: Race = {
  id: 'R12',
  fault: 'a participant who is anonymised during an upload leaves a document behind',
  guard: { locks: true },
  fractionOfRounds: 0.5,
  async runRound(context) {
    const { world } = context;
    const person = await world.addParticipant({ hasCv: false });
    const field = `file_${await world.signIn(person)}_0`;
    const names = ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'];
    const [isAnonymised] = await Promise.all([
      pause(Math.random() * 40).then(() => anonymise(context, person)),
      ...names.map((name) => world.send(uploadFiles, [{ field, name, bytes: pdf }])),
    ]);
    return !isAnonymised || (await hasViolation(context, person));
  },
};

export const races: readonly Race[] = [
  {
    id: 'R12',
    fault: 'a participant who is inactivated while booking keeps a booking, or a slot is lost',
    guard: { locks: true },
    async runRound(context) {
      const [person = { id: 0, session: '' }] = await createPeople(context, 1);
      const slots = await createSlots(context, 3);
      await Promise.all([...slots.map((slot) => book(context, person.session, slot)), inactivate(context, person.id)]);
      const bookingCount = await countRows(context, 'appointment', sql`participant_id = ${person.id} AND status = 'G'`);
      const slotTimes = sql`SELECT coach_id, starts_at FROM appointment WHERE id = ANY (${slots})`;
      const freeCount = await countRows(
        context,
        'appointment',
        sql`status = 'F' AND (coach_id, starts_at) IN (${slotTimes})`,
      );
      return bookingCount !== 0 || freeCount !== 3;
    },
  },
  documentRace,
  {
    id: 'R12',
    fault: 'a participant who is anonymised keeps a calendar address or a reminder setting that is stored meanwhile',
    guard: { locks: true },
    isRareWithoutGuard: true,
    async runRound(context) {
      const { world } = context;
      const [person = { id: 0, session: '' }] = await createPeople(context, 1);
      // Anonymising takes longer than these pauses, so the other calls arrive during it.
      const pauseBriefly = () => pause(Math.random() * 15);
      const [isAnonymised] = await Promise.all([
        anonymise(context, person.id),
        ...reminderKinds.map((kind) =>
          pauseBriefly().then(() => world.call(changeReminder, person.session, { kind, wanted: false })),
        ),
        ...reminderKinds.map(() => pauseBriefly().then(() => world.call(renewFeed, person.session))),
      ]);
      return !isAnonymised || (await hasViolation(context, person.id));
    },
  },
  {
    id: 'R12',
    fault: 'a participant who is inactivated while signing in has a session',
    guard: null,
    fractionOfRounds: 0.3,
    async runRound(context) {
      const { world } = context;
      const username = `in${emailCount++}@race.example`;
      const id = await world.addParticipant({ email: username, passwordHash: await passwordHash });
      const signIn = () => world.call(login, null, { username, password });
      const inactivation = pause(Math.random() * 60).then(() => inactivate(context, id));
      await Promise.all([signIn(), signIn(), inactivation]);
      return hasViolation(context, id);
    },
  },
  {
    id: 'R16',
    fault: 'five registrations of one e-mail address do not result in exactly one account',
    guard: null,
    async runRound(context) {
      const { world } = context;
      const location = await world.addLocation();
      const email = `neu${emailCount++}@race.example`;
      const input = createRegistrationForm(email, location);
      const outcomes = await Promise.all(
        [1, 2, 3, 4, 5].map(() => world.call(submitRegistration, null, input).then(outcomeOf)),
      );
      return countSuccesses(outcomes) !== 5 || (await countRows(context, 'person', sql`lower(email) = ${email}`)) !== 1;
    },
  },
  {
    id: 'R19',
    fault: 'a participant who becomes a coach while booking keeps the booking as a coach',
    guard: { locks: true },
    async runRound(context) {
      const { world, adminSession } = context;
      const [person = { id: 0, session: '' }] = await createPeople(context, 1);
      const [slot = 0] = await createSlots(context, 1);
      const coach = { firstName: 'Kim', lastName: 'Neu', email: `coach${person.id}@race.example`, gender: 'd' };
      await Promise.all([
        book(context, person.session, slot),
        world.call(makeNewCoach, adminSession, {
          ...coach,
          teamsLink: 'https://teams.example/x',
          participantId: person.id,
        }),
      ]);
      return (
        (await countRows(
          context,
          'appointment',
          sql`id = ${slot} AND participant_id IN (SELECT person_id FROM coach)`,
        )) > 0
      );
    },
  },
  {
    id: 'R19',
    fault: 'a coach keeps an appointment that is booked or created during the inactivation of the coach',
    guard: { locks: true },
    async runRound(context) {
      const { world, adminSession: admin } = context;
      const coachId = await world.addCoach();
      const slots = await Promise.all([2, 3].map((day) => world.addAppointment(coachId, inDays(day, '10:00'))));
      const people = await createPeople(context, 3);
      const newAppointment = {
        type: 'Einzelcoaching',
        date: dateOf(inDays(4, '10:00')),
        fromTime: '10:00',
        tillTime: '10:45',
      };
      await Promise.all([
        ...slots.map((slot, index) => book(context, people[index]?.session ?? '', slot)),
        world.call(createAppointment, admin, { ...newAppointment, coachId, participantId: people[2]?.id }),
        world.call(editCoach, admin, createInactivationForm(coachId)),
      ]);
      return (await countUpcomingIfInactive(context, coachId)) > 0;
    },
  },
  {
    id: 'R19',
    fault: 'a coach keeps the slot that a cancellation frees during the inactivation of the coach',
    guard: null,
    async runRound(context) {
      const { world, adminSession: admin } = context;
      const coachId = await world.addCoach();
      const [person = { id: 0, session: '' }] = await createPeople(context, 1);
      const slot = await world.addAppointment(coachId, inDays(9, '10:00'), { participant: person.id, quotaNumber: 1 });
      const outcomes = await Promise.all([
        world.call(cancelAppointment, person.session, { appointmentId: slot }).then(outcomeOf),
        world.call(editCoach, admin, createInactivationForm(coachId)).then(outcomeOf),
      ]);
      return (
        !/^success (success|hasBookings)$/.test(outcomes.join(' ')) ||
        (await countUpcomingIfInactive(context, coachId)) > 0
      );
    },
  },
  {
    id: 'R20',
    fault: 'three logins with the same one-time password start more than one session',
    guard: null,
    fractionOfRounds: 0.3,
    async runRound(context) {
      const { world } = context;
      const username = `einmal${emailCount++}@race.example`;
      const person_id = await world.addParticipant({ email: username, passwordHash: await passwordHash });
      const hash = createHash('sha256').update(oneTimePassword).digest('hex');
      const expires_at = new Date(Date.now() + 3_600_000);
      await world.db
        .insertInto('credential')
        .values({ person_id, kind: 'temporaryPassword', hash, expires_at })
        .execute();
      const outcomes = await Promise.all(
        [1, 2, 3].map(() => world.call(login, null, { username, password: oneTimePassword }).then(outcomeOf)),
      );
      return (
        countSuccesses(outcomes) !== 1 || (await countRows(context, 'session', sql`person_id = ${person_id}`)) !== 1
      );
    },
  },
  {
    id: 'R25',
    fault: 'two admins who save the same participant both succeed, or are both refused',
    guard: { locks: true },
    async runRound({ world, adminSession: admin }) {
      const email = `offen${emailCount++}@race.example`;
      await world.addParticipant({ email });
      const [openedParticipant] =
        (await world.call(searchAllParticipants, admin, { searchString: email })).body.data ?? [];
      const outcomes = await Promise.all(
        ['Büro', 'Lager'].map((qualification) =>
          world.call(changeUserData, admin, { ...openedParticipant, qualification }).then(outcomeOf),
        ),
      );
      return outcomes.sort().join(' ') !== 'changedMeanwhile success';
    },
  },
  {
    id: 'R25',
    fault: 'two admins who save the same coach both succeed, or are both refused',
    guard: { locks: true },
    async runRound({ world, adminSession: admin }) {
      const id = await world.addCoach();
      const { data = [] } = (await world.call(listCoaches, admin)).body;
      const openedCoach = data.find((coach) => coach.id === id);
      const outcomes = await Promise.all(
        // The name is in the table `person`, so it is not enough to lock the row in `coach`.
        ['Ada', 'Eva'].map((vorname) => world.call(editCoach, admin, { ...openedCoach, vorname }).then(outcomeOf)),
      );
      return outcomes.sort().join(' ') !== 'changedMeanwhile success';
    },
  },
];
