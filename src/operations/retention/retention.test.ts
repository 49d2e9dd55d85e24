import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sealLog } from '../../features/audit/seals.steps.ts';
import { runCommand } from '../../../tests/support/commands.ts';
import { uploadFiles } from '../../features/files/contract.ts';
import { craftDocx } from '../../features/files/testdata/craft.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { applyRetention, countDueData } from './retention.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.clock.shiftMs = 0;
});

const dayMs = 86_400_000;
/** Sets the portal's clock to this many days ahead of the real time. */
const moveClock = (days: number) => {
  world.clock.shiftMs = days * dayMs;
};
const selectPerson = (id: number) =>
  world.db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('a participant who has not used the portal for two years is notified, and erased a month later unless they sign in [10.8]', async () => {
  const [silentParticipant, returningParticipant] = [
    await world.addParticipant({ hasCv: false }),
    await world.addParticipant({ hasCv: false }),
  ];
  const busyParticipant = await world.addParticipant({ hasCv: false });
  await world.addAppointment(await world.addCoach(), inDays(700, '10:00'), { participant: busyParticipant });
  moveClock(600);
  expect(await countDueData(world.app)).toMatchObject({ notice: 0, participants: 0 });
  // More than two years after the end of their qualification, which is their last known activity.
  moveClock(800);
  expect(await applyRetention(world.app)).toMatchObject({ notice: 2, participants: 0 });
  expect(await applyRetention(world.app)).toMatchObject({ notice: 0, participants: 0 });
  const mails = await world.db.selectFrom('mail').select(['kind', 'person_id as to']).orderBy('person_id').execute();
  expect(mails).toEqual([
    { kind: 'accountEnds', to: silentParticipant },
    { kind: 'accountEnds', to: returningParticipant },
  ]);

  moveClock(829);
  await world.signIn(returningParticipant);
  expect(await countDueData(world.app)).toMatchObject({ participants: 0 });
  moveClock(831);
  expect(await applyRetention(world.app)).toMatchObject({ participants: 1 });
  expect(await selectPerson(silentParticipant)).toMatchObject({ email: null, first_name: 'Anonymisiert' });
  expect((await selectPerson(returningParticipant)).email).not.toBeNull();
  expect((await selectPerson(busyParticipant)).email).not.toBeNull();
  const entries = await world.db
    .selectFrom('audit')
    .select(['actor_id', 'action'])
    .where('person_id', '=', silentParticipant)
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    { actor_id: null, action: 'inactivated' },
    { actor_id: null, action: 'anonymised' },
  ]);

  // A sign-in counts as activity: the two years start again.
  moveClock(829 + 725);
  expect(await countDueData(world.app)).toMatchObject({ participants: 0 });
  moveClock(829 + 740);
  expect(await applyRetention(world.app)).toMatchObject({ participants: 0 });
  moveClock(829 + 771);
  expect(await applyRetention(world.app)).toMatchObject({
    participants: expect.toSatisfy((count: number) => count >= 1),
  });
  expect((await selectPerson(returningParticipant)).email).toBeNull();
});

test('the report counts the data that will be deleted, and a class that is kept permanently is left out', async () => {
  const participant = await world.addParticipant({ hasCv: false });
  const coach = await world.addCoach();
  const session = await world.signIn(participant);
  await world.send(uploadFiles, [{ field: `file_${session}_0`, name: 'alt.docx', bytes: craftDocx() }]);
  await world.addDocument(participant, { byCoach: coach });
  const cancelled = await world.addAppointment(coach, inDays(2, '10:00'), { participant, status: 'K' });
  await world.db
    .updateTable('appointment')
    .set({ cancel_reason: 'Ich bin krank.', cancelled_at: new Date() })
    .where('id', '=', cancelled)
    .execute();
  const ratedAppointment = await world.addAppointment(coach, inDays(-2, '10:00'), { participant });
  await world.db
    .updateTable('appointment')
    .set({ booking_note: 'Zum Anschreiben' })
    .where('id', '=', ratedAppointment)
    .execute();
  const otherCoach = await world.addCoach();
  await world.db
    .insertInto('introduction')
    .values([
      { person_id: coach, text: 'Nein', state: 'refused', reason: 'Zu werblich', decided_at: new Date() },
      { person_id: coach, text: 'Ja', state: 'shown', decided_at: new Date() },
      { person_id: otherCoach, text: 'Vielleicht' },
    ])
    .execute();
  await sql`
    INSERT INTO rating (appointment_id, collaboration, open_questions, application_process, competencies, documents,
      recommendation, personal_feedback) VALUES (${ratedAppointment}, 5, 5, 5, 5, 5, 5, 'Danke!')
  `.execute(world.db);
  await world.db
    .insertInto('mail')
    .values([
      { kind: 'passwordChanged', person_id: coach, sent_at: new Date() },
      { kind: 'passwordChanged', person_id: coach },
    ])
    .execute();
  const unconfirmed = await world.addParticipant({ hasCv: false });
  await world.db.updateTable('person').set({ confirmed_at: null }).where('id', '=', unconfirmed).execute();
  await sql`INSERT INTO audit (at, action) SELECT now() - n * interval '1 month', 'imported' FROM unnest(ARRAY[37, 13]) n`.execute(
    world.db,
  );

  moveClock(0);
  const nothingDue = {
    unconfirmed: 0,
    documents: 0,
    coachDocuments: 0,
    cancelReasons: 0,
    bookingNotes: 0,
    refusedIntroductions: 0,
    ratingTexts: 0,
    mails: 0,
  };
  expect(await countDueData(world.app)).toMatchObject({ ...nothingDue, audit: 1 });
  moveClock(500);
  const due = await countDueData(world.app);
  expect(due).toMatchObject({
    unconfirmed: 1,
    documents: 1,
    coachDocuments: 1,
    cancelReasons: 1,
    bookingNotes: 1,
    refusedIntroductions: 1,
    mails: 1,
    ratingTexts: 0,
  });
  expect(await applyRetention(world.app)).toMatchObject({
    documents: 1,
    coachDocuments: 1,
    cancelReasons: 1,
    bookingNotes: 1,
    refusedIntroductions: 1,
    mails: 1,
  });
  expect(await countDueData(world.app)).toMatchObject(nothingDue);
  const introductions = await world.db.selectFrom('introduction').select('text').orderBy('text').execute();
  expect(introductions.map(({ text }) => text)).toEqual(['Ja', 'Vielleicht']);
  await vi.waitFor(
    async () => {
      const { rows } = await sql`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'forgetFiles'`.execute(
        world.db,
      );
      expect(rows.length).toBeGreaterThan(0);
    },
    { timeout: 60_000 },
  );
  const unsentMails = await world.db
    .selectFrom('mail')
    .select('sent_at')
    .where('kind', '=', 'passwordChanged')
    .execute();
  expect(unsentMails).toEqual([{ sent_at: null }]);
  expect((await selectPerson(unconfirmed)).email).toBeNull();
  // A rating without text, but with a topic in the participant's own words.
  const topicAppointment = await world.addAppointment(coach, inDays(-3, '10:00'), { participant });
  await sql`
    INSERT INTO rating (appointment_id, collaboration, open_questions, application_process, competencies, documents,
      recommendation, topics) VALUES (${topicAppointment}, 5, 5, 5, 5, 5, 5, '{Meine Scheidung,Stellensuche,Lebenslauf}')
  `.execute(world.db);
  moveClock(740);
  expect(await countDueData(world.app)).toMatchObject({ ratingTexts: 2 });
  await applyRetention(world.app);
  expect(await countDueData(world.app)).toMatchObject({ ratingTexts: 0 });
  const rating = world.db.selectFrom('rating').select('topics').where('appointment_id', '=', topicAppointment);
  expect(await rating.executeTakeFirstOrThrow()).toEqual({ topics: ['Stellensuche', 'Lebenslauf'] });

  const { settings } = world.app;
  const retention = { ...settings.providerConfig.retention, ratingTextMonths: null, participantMonths: null };
  const counts = await applyRetention({
    ...world.app,
    settings: { ...settings, providerConfig: { ...settings.providerConfig, retention } },
  });
  for (const name of ['ratingTexts', 'participants', 'notice']) expect(counts).not.toHaveProperty(name);
});

test('the app cannot delete entries of the last twelve months from the log', async () => {
  await sql`TRUNCATE audit, audit_seal`.execute(world.db);
  await sql`INSERT INTO audit (at, action) SELECT now() - n * interval '1 day', 'imported' FROM unnest(ARRAY[370, 360]) n`.execute(
    world.db,
  );
  moveClock(5000);
  await sealLog(world.app);
  await sql`SELECT forget_audit(now() + interval '10 years', 1000000)`.execute(world.app.db);
  const { rows } = await sql<{ days: number }>`
    SELECT floor(extract(epoch FROM now() - at) / 86400)::int AS days FROM audit WHERE action = 'imported'
  `.execute(world.db);
  expect(rows).toEqual([{ days: 360 }]);
});

test('the command prints what would be deleted, and changes nothing', async () => {
  const env = { DATABASE_URL: world.appUrl, DATA_DIR: world.dataDir };
  const { code, output } = await runCommand('retention', ['--report'], env);
  expect(code).toBe(0);
  expect(output).toMatch(/^Would be deleted now:\n +\d+ {2}participants to be notified/);
});
