import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { editCoach, listCoaches } from '../../../features/coaches/contract.ts';
import { changeActiveStatus, changeUserData, searchAllParticipants } from '../../../features/participants/contract.ts';
import { profileOf } from '../../../shared/profile.ts';
import { openWorld, type World } from '../../../../tests/support/world.ts';

let world: World;
let admin: string;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.signIn(await world.addAdmin());
});
afterAll(() => world.close());

const changedMessage = 'Inzwischen wurden diese Daten von jemand anderem geändert. Es wurde nichts gespeichert.';

/** The number of audit entries about a person. */
const countAuditEntries = async (personId: number) =>
  (await world.db.selectFrom('audit').select('action').where('person_id', '=', personId).execute()).length;

describe('a participant who is edited by two admins at the same time [2.13]', () => {
  /** The participant's record as a search returns it. */
  const fetchRecord = async (id: number) => {
    const { data = [] } = (await world.call(searchAllParticipants, admin, { searchString: `zwei${id}` })).body;
    const [record] = data;
    if (!record) throw new Error('the search does not find the participant');
    return record;
  };
  const createParticipant = async () => {
    const id = await world.addParticipant();
    await world.db
      .updateTable('person')
      .set({ email: `zwei${id}@test.example` })
      .where('id', '=', id)
      .execute();
    return id;
  };
  const save = async (id: number, changes: object) =>
    world.call(changeUserData, admin, { ...(await fetchRecord(id)), ...changes });

  test('has a version that changes only when a save changes the data', async () => {
    const id = await createParticipant();
    const { version } = await fetchRecord(id);
    expect(version).toMatch(/^[\w-]{20,}$/);
    await save(id, { phoneNumber: '02219990001', version });
    const secondVersion = (await fetchRecord(id)).version;
    expect(secondVersion).not.toBe(version);
    await save(id, { phoneNumber: '02219990001', version: secondVersion });
    expect((await fetchRecord(id)).version).toBe(secondVersion);
  });

  test.each([
    ['firstName', 'Nova'],
    ['lastName', 'Neu'],
    ['phoneNumber', '02219990002'],
    ['qualification', 'SAP'],
    ['startOfQualification', '2026-02-02'],
    ['endOfQualification', '2026-11-30'],
  ])(
    'keeps the %s of the first save; the second save is refused and returns the current record',
    async (field, value) => {
      const id = await createParticipant();
      const openedRecord = await fetchRecord(id);
      await save(id, { [field]: value, version: openedRecord.version });
      const savedRecord = await fetchRecord(id);
      const entryCount = await countAuditEntries(id);
      const { status, body } = await world.call(changeUserData, admin, { ...openedRecord, qualification: 'Zweite' });
      expect({ status, ...body }).toMatchObject({
        status: 'error',
        message: changedMessage,
        meta: { status: 'error', code: 'changedMeanwhile', message: changedMessage },
      });
      expect(status).toBe(409);
      const { locationId, location, version } = savedRecord;
      expect((body as { data?: unknown }).data).toEqual({
        participantId: id,
        ...profileOf(savedRecord),
        locationId,
        location,
        version,
      });
      expect(await fetchRecord(id)).toEqual(savedRecord);
      expect(await countAuditEntries(id)).toBe(entryCount);
      // A client that sends the version of the current record may overwrite it.
      expect((await world.call(changeUserData, admin, { ...openedRecord, version })).body.status).toBe('success');
    },
  );

  test('can be overwritten by a client that sends no version', async () => {
    const id = await createParticipant();
    const { version, ...openedRecord } = await fetchRecord(id);
    await save(id, { phoneNumber: '02219990003', version });
    expect((await world.call(changeUserData, admin, openedRecord)).body.status).toBe('success');
    expect((await world.call(changeUserData, admin, { ...openedRecord, version: null })).body.status).toBe('success');
    expect((await fetchRecord(id)).phoneNumber).toBe(openedRecord.phoneNumber);
  });

  test('cannot be saved after being deactivated; the save is refused with `inactive`', async () => {
    const id = await createParticipant();
    const openedRecord = await fetchRecord(id);
    await world.call(changeActiveStatus, admin, { participantId: id, participantStatus: 1 });
    expect((await world.call(changeUserData, admin, openedRecord)).body.meta.code).toBe('inactive');
  });
});

describe('a coach who is edited by two admins at the same time [2.13]', () => {
  const fetchRecord = async (id: number) => {
    const { data = [] } = (await world.call(listCoaches, admin)).body;
    const record = data.find((coach) => coach.id === id);
    if (!record) throw new Error('the list does not contain the coach');
    return record;
  };

  test.each([
    ['vorname', 'Nova'],
    ['nachname', 'Neu'],
    ['email', 'neu@test.example'],
    ['teams_link', 'https://teams.example/neu'],
    ['isSpeedCoach', 1],
    ['gender', 'f'],
    ['active', 0],
  ])(
    'keeps the %s of the first save; the second save is refused and returns the current record',
    async (field, value) => {
      const id = await world.addCoach({ email: `zwei${field}${Date.now()}@test.example` });
      const openedRecord = await fetchRecord(id);
      await world.call(editCoach, admin, { ...openedRecord, [field]: value });
      const savedRecord = await fetchRecord(id);
      expect(savedRecord.version).not.toBe(openedRecord.version);
      const entryCount = await countAuditEntries(id);
      const { status, body } = await world.call(editCoach, admin, {
        ...openedRecord,
        teams_link: 'https://teams.example/2',
      });
      expect(status).toBe(409);
      expect(body.meta).toEqual({ status: 'error', code: 'changedMeanwhile', message: changedMessage });
      expect((body as { data?: unknown }).data).toEqual(savedRecord);
      expect(await fetchRecord(id)).toEqual(savedRecord);
      expect(await countAuditEntries(id)).toBe(entryCount);
    },
  );

  test('can be overwritten by a client that sends no version', async () => {
    const id = await world.addCoach();
    const { version: _, ...openedRecord } = await fetchRecord(id);
    await world.call(editCoach, admin, { ...openedRecord, teams_link: 'https://teams.example/erste' });
    expect((await world.call(editCoach, admin, openedRecord)).body.meta.status).toBe('success');
    expect((await fetchRecord(id)).teams_link).toBe(openedRecord.teams_link);
  });
});
