import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit, type NewAuditEntry } from './sql.ts';
import { transact } from '../../platform/database/db.ts';
import { inDays, openWorld, type CallResponse, type World } from '../../../tests/support/world.ts';
import { buildPeopleInsert } from '../../../tests/support/people.ts';
import { germanDate, weekday } from '../../shared/berlin.ts';
import type { OutputOf } from '../../shared/call.ts';
import { getAuditLog, type AuditEntry } from './contract.ts';

let world: World;
let session: string;
let anna: number;
let coach: number;
let admin: number;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.addAdmin();
  session = await world.signIn(admin);
  anna = await world.addParticipant({ firstName: 'Anna', lastName: 'Müller' });
  coach = await world.addCoach();
});
afterAll(() => world.close());

type LogPage = Partial<OutputOf<typeof getAuditLog>> & Pick<OutputOf<typeof getAuditLog>, 'meta'>;
const writeEntry = (entry: NewAuditEntry) => transact(world.app.db, (tx) => audit(tx, entry));
const clearLog = () => sql`TRUNCATE audit`.execute(world.db);

async function readEntries(filters: Record<string, unknown> = {}): Promise<AuditEntry[]> {
  const { body } = await world.call(getAuditLog, session, filters);
  expect(body.meta.status).toBe('success');
  return body.data ?? [];
}
const readSentences = async (filters: Record<string, unknown> = {}) =>
  (await readEntries(filters)).map((entry) => entry.sentence);

describe('the German sentence of an entry [10.5]', () => {
  test('names the people and the appointment of a booking', async () => {
    await clearLog();
    const appointment = await world.addAppointment(coach, inDays(30, '09:00'), { participant: anna });
    await writeEntry({ actor: anna, action: 'booked', person: anna, appointment });
    await writeEntry({ actor: admin, action: 'booked', person: anna, appointment });
    const day = inDays(30, '09:00').toISOString().slice(0, 10);
    const dayText = `${weekday(day).slice(0, 2)}, ${germanDate(day)}`;
    const appointmentText = `den Termin am ${dayText}, 09:00 bis 09:45 Uhr bei Cleo Coach`;
    expect(await readSentences()).toEqual([
      `Alex Admin hat ${appointmentText} für Anna Müller gebucht.`,
      `Anna Müller hat ${appointmentText} gebucht.`,
    ]);
  });

  test('names a document while it exists, and has only its number afterwards', async () => {
    await clearLog();
    const document = await world.addDocument(anna, { name: 'Zeugnis.docx' });
    await writeEntry({ actor: coach, action: 'fileDownloaded', person: anna, document });
    expect(await readSentences()).toEqual([
      'Cleo Coach hat das Dokument „Zeugnis.docx“ von Anna Müller heruntergeladen.',
    ]);
    await world.db.deleteFrom('document').where('id', '=', document).execute();
    await writeEntry({ actor: anna, action: 'fileDeleted', person: anna, document });
    expect(await readSentences()).toEqual([
      `Anna Müller hat ein Dokument (Nr. ${document}) gelöscht.`,
      `Cleo Coach hat ein inzwischen gelöschtes Dokument (Nr. ${document}) von Anna Müller heruntergeladen.`,
    ]);
  });

  test('has the time of a deleted appointment if the entry contains it', async () => {
    await clearLog();
    const startsAt = new Date('2030-01-07T09:00:00Z');
    await writeEntry({ actor: admin, action: 'appointmentDeleted', person: coach, appointment: 987_654, startsAt });
    await writeEntry({ actor: coach, action: 'appointmentCreated', appointment: 987_654 });
    expect(await readSentences()).toEqual([
      'Cleo Coach hat einen inzwischen gelöschten Termin (Nr. 987654) erstellt.',
      'Alex Admin hat den Termin am Mo, 07.01.2030, 10:00 Uhr von Cleo Coach gelöscht.',
    ]);
  });

  test('has the current names of people, but not of anonymised people', async () => {
    await clearLog();
    const person = await world.addParticipant({ firstName: 'Ben', lastName: 'Alt' });
    await writeEntry({ actor: person, action: 'registered', person });
    await writeEntry({ actor: coach, action: 'fileUploaded', person, document: 987_654 });
    await world.db.updateTable('person').set({ last_name: 'Neu' }).where('id', '=', person).execute();
    expect((await readSentences()).at(-1)).toBe('Ben Neu hat sich registriert.');
    await world.db.updateTable('person').set({ anonymised_at: new Date() }).where('id', '=', person).execute();
    const entries = await readEntries();
    expect(entries.map((entry) => entry.sentence)).toEqual([
      'Cleo Coach hat ein inzwischen gelöschtes Dokument (Nr. 987654) für Anonymisiert hochgeladen.',
      'Anonymisiert hat sich registriert.',
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/Ben|Neu/);
    expect(await readEntries({ person: 'Ben Neu' })).toEqual([]);
  });

  test('names the system for an action without an actor, and the stored key for an unknown action', async () => {
    await clearLog();
    await writeEntry({ actor: null, action: 'adminCreated', person: admin });
    await world.db.insertInto('audit').values({ action: 'ofTomorrow', actor_id: coach, person_id: anna }).execute();
    expect(await readSentences()).toEqual([
      'Cleo Coach: ofTomorrow für Anna Müller.',
      'Das System hat ein Konto mit Adminrechten für Alex Admin angelegt.',
    ]);
  });
});

describe('the log', () => {
  beforeAll(async () => {
    await clearLog();
    const mia = await world.addParticipant({ firstName: 'Mia', lastName: 'Schulz' });
    const at = (day: string) => new Date(`${day}T12:00:00Z`);
    await world.db
      .insertInto('audit')
      .values([
        { at: at('2026-03-01'), actor_id: anna, action: 'registered', person_id: anna },
        { at: at('2026-03-02'), actor_id: mia, action: 'registered', person_id: mia },
        { at: new Date('2026-03-02T23:30:00Z'), actor_id: admin, action: 'booked', person_id: anna },
        { at: at('2026-03-04'), actor_id: admin, action: 'imported' },
      ])
      .execute();
  });
  const readLabels = async (filters: Record<string, unknown>) =>
    (await readEntries(filters)).map(({ label, actor }) => `${label}: ${actor}`);

  test.each([
    [
      'nothing',
      {},
      [
        'Termine importiert: Alex Admin',
        'Termin gebucht: Alex Admin',
        'Registriert: Mia Schulz',
        'Registriert: Anna Müller',
      ],
    ],
    [
      'the person concerned, with any spelling of umlauts',
      { person: 'mueller' },
      ['Termin gebucht: Alex Admin', 'Registriert: Anna Müller'],
    ],
    ['the actor', { actor: 'alex admin' }, ['Termine importiert: Alex Admin', 'Termin gebucht: Alex Admin']],
    ['the person concerned and the actor', { person: 'Anna', actor: 'Anna' }, ['Registriert: Anna Müller']],
    ['the action', { action: 'booked' }, ['Termin gebucht: Alex Admin']],
    ['the Berlin day', { fromDate: '2026-03-03', tillDate: '2026-03-03' }, ['Termin gebucht: Alex Admin']],
    ['an unknown name', { person: 'Zacharias' }, []],
  ])('has only the matching entries when filtered by %s', async (_, filters, expected) => {
    expect(await readLabels(filters)).toEqual(expected);
  });

  test('is read page by page without gaps, even if several entries have the same instant', async () => {
    await clearLog();
    const at = new Date('2026-03-01T12:00:00Z');
    const rows = Array.from({ length: 7 }, () => ({ at, actor_id: anna, action: 'registered', person_id: anna }));
    await world.db.insertInto('audit').values(rows).execute();
    for (const filters of [{}, { person: 'Anna' }, { action: 'registered' }]) {
      const ids: number[] = [];
      let cursor: number | null = null;
      do {
        const { body }: CallResponse<LogPage> = await world.call(getAuditLog, session, {
          ...filters,
          limit: 3,
          cursor,
        });
        ids.push(...(body.data ?? []).map((entry) => entry.id));
        cursor = body.meta.nextCursor;
      } while (cursor !== null);
      expect(ids).toHaveLength(7);
      expect(ids).toEqual([...ids].sort((a, b) => b - a));
    }
  });

  test('cannot be filtered by one letter, by days in the wrong order, or by a name that hundreds of people share', async () => {
    const bodyFor = async (filters: Record<string, unknown>) => (await world.call(getAuditLog, session, filters)).body;
    expect(await bodyFor({ person: 'A' })).toMatchObject({ errors: [{ path: 'person' }] });
    expect(await bodyFor({ fromDate: '2026-03-02', tillDate: '2026-03-01' })).toMatchObject({
      errors: [{ path: 'tillDate' }],
    });
    const person = { role_id: null, first_name: 'Viele', last_name: 'Gleiche' };
    await buildPeopleInsert(person, sql`FROM generate_series(1, 501)`).execute(world.db);
    expect((await bodyFor({ person: 'Viele' })).meta).toMatchObject({ status: 'error', code: 'tooManyPeople' });
  });
});

test('the app’s database role can add and read log entries, but cannot change or delete them [10.5]', async () => {
  await writeEntry({ actor: anna, action: 'registered', person: anna });
  const denied = expect.objectContaining({ code: '42501' });
  await expect(sql`UPDATE audit SET actor_id = 1`.execute(world.app.db)).rejects.toEqual(denied);
  await expect(sql`DELETE FROM audit`.execute(world.app.db)).rejects.toEqual(denied);
  await expect(sql`TRUNCATE audit`.execute(world.app.db)).rejects.toEqual(denied);
  await expect(sql`DROP TABLE audit`.execute(world.app.db)).rejects.toEqual(denied);
});
