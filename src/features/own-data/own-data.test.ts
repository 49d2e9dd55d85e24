import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkSession } from '../accounts/contract.ts';
import { getDailyPlan } from '../appointments/contract.ts';
import { changeBooking, toActionFlags } from '../booking/admin/contract.ts';
import { bookAppointment, cancelAppointment } from '../booking/contract.ts';
import { deleteFile, downloadFile, getFiles, uploadFiles, uploadForParticipant } from '../files/contract.ts';
import { craftDocx } from '../files/testdata/craft.ts';
import { changeUserData, searchAllParticipants } from '../participants/contract.ts';
import { addDays, dateOf } from '../../shared/berlin.ts';
import { profileOf } from '../../shared/profile.ts';
import { download } from '../../../tests/support/documents.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { accessPageSize, changeContact, getAccessLog } from './contract.ts';

let world: World;
let admin: number;
let coach: number;
let adminSession: string;
let coachSession: string;
let participant: number;
let session: string;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.addAdmin({ firstName: 'Eva', lastName: 'Admin' });
  coach = await world.addCoach({ firstName: 'Cora', lastName: 'Coach' });
  adminSession = await world.signIn(admin);
  coachSession = await world.signIn(coach);
});
beforeEach(async () => {
  participant = await world.addParticipant();
  session = await world.signIn(participant);
});
afterAll(() => world.close());

const listMailKindsTo = async (person: number) =>
  (await world.db.selectFrom('mail').select('kind').where('person_id', '=', person).execute()).map(({ kind }) => kind);

describe('a participant’s own phone number [13.1]', () => {
  const phoneOf = async () => (await world.call(checkSession, session)).body.data?.phoneNumber;

  test('can be changed; the change is logged, and the participant gets a mail without the number', async () => {
    const { body } = await world.call(changeContact, session, { phoneNumber: '0170 / 123 45 67' });
    expect(body.meta).toEqual({ status: 'success' });
    expect(await phoneOf()).toBe('01701234567');
    expect(await listMailKindsTo(participant)).toEqual(['contactChanged']);
    const entries = world.db.selectFrom('audit').select(['actor_id', 'action']).where('person_id', '=', participant);
    expect(await entries.execute()).toEqual([{ actor_id: participant, action: 'contactChanged' }]);
  });

  test('causes no second mail if the same number is saved again', async () => {
    for (const _ of [1, 2]) await world.call(changeContact, session, { phoneNumber: '01701234567' });
    expect(await listMailKindsTo(participant)).toEqual(['contactChanged']);
  });

  test.each([
    ['', 'Bitte gib deine Telefonnummer ein'],
    [null, 'Bitte gib deine Telefonnummer ein'],
    ['1701234567', 'Telfonnummer muss mit 0 anfangen'],
    ['0170123', 'Telefonnummer muss mindestens 8 Zeichen lang sein'],
    ['0'.repeat(21), 'Telefonnummer darf höchstens 20 Zeichen lang sein'],
  ])('is refused, with the message of the registration, if it is %j', async (phoneNumber, message) => {
    const before = await phoneOf();
    const { status, body } = await world.call(changeContact, session, { phoneNumber });
    expect(status).toBe(200);
    expect(body.meta).toEqual({ status: 'error', code: 'invalid', message });
    expect(body.errors).toEqual([{ path: 'phoneNumber', message }]);
    expect(await phoneOf()).toBe(before);
  });

  test('cannot be changed by an admin without a participant profile', async () => {
    const { body } = await world.call(changeContact, adminSession, { phoneNumber: '01701234567' });
    expect(body.meta.code).toBe('noParticipantProfile');
  });
});

describe('the access log of a participant’s data [13.2]', () => {
  const getLog = async (page?: number) => (await world.call(getAccessLog, session, page ? { page } : {})).body;
  const readEntries = async () =>
    (await getLog()).data?.map(({ who, role, what, document }) => [who, role, what, document]);

  async function upload(name: string) {
    const bytes = craftDocx();
    await world.send(uploadFiles, [{ field: `file_${session}_0`, name, bytes }]);
    const { body } = await world.call(getFiles, session);
    return body.files?.uploadParticiopant.find((file) => file.name === name)?.id ?? 0;
  }

  test('names the people who viewed, downloaded, uploaded and deleted documents, newest first', async () => {
    const fileId = await upload('Anschreiben.docx');
    await world.addAppointment(coach, inDays(3, '08:00'), { participant });
    await world.call(getFiles, coachSession, { participantId: participant });
    await fetch(`${world.address}/api/service/${downloadFile.path}.php`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sessionId: coachSession, fileId }),
    });
    const field = `file_${coachSession}_${participant}_0`;
    await world.send(uploadForParticipant, [{ field, name: 'Feedback.docx', bytes: craftDocx() }]);
    const { body } = await world.call(getFiles, session);
    await world.call(deleteFile, adminSession, { fileId: body.files?.uploadCoach[0]?.id });
    expect(await readEntries()).toEqual([
      ['Eva Admin', 'Admin', 'Dokument gelöscht', null],
      ['Cora Coach', 'Coach', 'Dokument für dich hochgeladen', null],
      ['Cora Coach', 'Coach', 'Dokument heruntergeladen', 'Anschreiben.docx'],
      ['Cora Coach', 'Coach', 'Liste deiner Unterlagen angesehen', null],
    ]);
    const [newest] = (await getLog()).data ?? [];
    expect(new Date(newest?.at ?? '').toISOString()).toBe(newest?.at);
    await world.db.deleteFrom('appointment').where('participant_id', '=', participant).execute();
  });

  test('lists each access to documents by a coach, a speed coach and an admin, and nothing else', async () => {
    const fileId = await upload('Lebenslauf.docx');
    const speedCoach = await world.addCoach({ firstName: 'Sina', lastName: 'Schnell', isSpeedCoach: true });
    await world.addAppointment(coach, inDays(3, '11:00'), { participant });
    const otherCoach = await world.signIn(await world.addCoach());
    const otherParticipant = await world.signIn(await world.addParticipant());
    const listAndDownload = async (callerSession: string) => [
      (await world.call(getFiles, callerSession, { participantId: participant })).status,
      (await download(world, callerSession, fileId)).response.status,
    ];
    for (const staffSession of [coachSession, await world.signIn(speedCoach), adminSession])
      expect(await listAndDownload(staffSession)).toEqual([200, 200]);
    // None of these calls is logged: they are refused, or return the caller's own documents.
    expect(await listAndDownload(otherCoach)).toEqual([404, 404]);
    expect(await listAndDownload(otherParticipant)).toEqual([200, 404]);
    expect(await listAndDownload(session)).toEqual([200, 200]);
    const today = dateOf(new Date());
    await world.call(getDailyPlan, coachSession, { fromDate: today, tillDate: addDays(today, 7) });
    await world.call(searchAllParticipants, adminSession, { searchString: 'test.example' });
    expect(await readEntries()).toEqual(
      [
        ['Eva Admin', 'Admin'],
        ['Sina Schnell', 'Coach'],
        ['Cora Coach', 'Coach'],
      ].flatMap((nameAndRole) => [
        [...nameAndRole, 'Dokument heruntergeladen', 'Lebenslauf.docx'],
        [...nameAndRole, 'Liste deiner Unterlagen angesehen', null],
      ]),
    );
    await world.db.deleteFrom('appointment').where('participant_id', '=', participant).execute();
  });

  test('names the people who changed data and bookings, and omits the participant’s own actions', async () => {
    const appointmentId = await world.addAppointment(coach, inDays(4, '09:00'));
    const otherAppointment = await world.addAppointment(coach, inDays(5, '09:00'));
    await world.call(bookAppointment, session, { appointmentId });
    await world.call(bookAppointment, session, { appointmentId: otherAppointment });
    await world.call(cancelAppointment, session, { appointmentId: otherAppointment });
    await world.call(changeBooking, adminSession, { appointmentId, action: toActionFlags('goodwill') });
    const { body } = await world.call(checkSession, session);
    const answer = await world.call(changeUserData, adminSession, {
      participantId: participant,
      ...(body.data && profileOf(body.data)),
      lastName: 'Anders',
      locationId: body.data?.location.value,
    });
    expect(answer.body.meta.status).toBe('success');
    expect(await readEntries()).toEqual([
      ['Eva Admin', 'Admin', 'Deine Daten geändert', null],
      ['Eva Admin', 'Admin', 'Termin aus Kulanz storniert', null],
    ]);
  });

  test('hides the names of other participants, and names the system as the actor of automatic actions', async () => {
    const otherParticipant = await world.addParticipant({ firstName: 'Fremde', lastName: 'Person' });
    const entry = { person_id: participant, action: 'fileDeleted' };
    await world.db
      .insertInto('audit')
      .values([{ ...entry, actor_id: otherParticipant }])
      .execute();
    await world.db
      .insertInto('audit')
      .values([{ ...entry, actor_id: null }])
      .execute();
    await world.db
      .insertInto('audit')
      .values([{ ...entry, action: 'slotOffered', actor_id: otherParticipant }])
      .execute();
    expect(await readEntries()).toEqual([
      ['Das System', '', 'Dokument gelöscht', null],
      ['Jemand vom Portal', '', 'Dokument gelöscht', null],
    ]);
  });

  test('has 50 entries per page, and the total number of entries', async () => {
    const entry = { person_id: participant, action: 'filesListed', actor_id: coach };
    await world.db
      .insertInto('audit')
      .values(Array.from({ length: accessPageSize + 1 }, () => entry))
      .execute();
    const [firstPage, secondPage] = [await getLog(), await getLog(2)];
    expect([firstPage.data?.length, firstPage.meta.total]).toEqual([50, 51]);
    expect([secondPage.data?.length, secondPage.meta.total]).toEqual([1, 51]);
  });

  test('is empty for an admin without a participant profile', async () => {
    const entry = { person_id: admin, action: 'filesListed', actor_id: coach };
    await world.db.insertInto('audit').values(entry).execute();
    expect((await world.call(getAccessLog, adminSession)).body).toMatchObject({ data: [], meta: { total: 0 } });
  });
});
