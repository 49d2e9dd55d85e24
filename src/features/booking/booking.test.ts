import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { listBookableSlots, bookAppointment, cancelAppointment, listMyAppointments } from './contract.ts';

let world: World;
let coach: number;
beforeAll(async () => {
  world = await openWorld();
  coach = await world.addCoach({ firstName: 'Änne', lastName: 'Zimmer' });
});
afterAll(() => world.close());

/** Every test uses its own days, so its appointments never overlap those of another test. */
let day = 3;
const nextDay = () => day++;

async function book(person: number, appointmentId: number) {
  return world.call(bookAppointment, await world.signIn(person), { appointmentId });
}
const rowOf = (id: number) =>
  world.db.selectFrom('appointment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('booking', () => {
  test('a participant with a Word file can book a free Einzelcoaching; both people get a mail and it is logged [4.4]', async () => {
    const person = await world.addParticipant();
    const slot = await world.addAppointment(coach, inDays(nextDay(), '10:00'));
    const { status, body } = await book(person, slot);
    expect({ status, meta: body.meta }).toEqual({ status: 200, meta: { status: 'success' } });
    expect(await rowOf(slot)).toMatchObject({
      status: 'G',
      participant_id: person,
      self_booked: true,
      quota_number: 1,
      booked_by: person,
    });
    const mails = await world.db.selectFrom('mail').selectAll().where('appointment_id', '=', slot).execute();
    expect(mails.map((mail) => [mail.kind, mail.person_id])).toEqual([
      ['appointmentBooked', person],
      ['appointmentBooked', coach],
    ]);
    const entries = await world.db.selectFrom('audit').selectAll().where('appointment_id', '=', slot).execute();
    expect(entries).toMatchObject([{ action: 'booked', actor_id: person, person_id: person }]);
  });

  test('a participant whose qualification has ended can book, too [1.1] [4.4]', async () => {
    const person = await world.addParticipant();
    await world.db
      .updateTable('participant')
      .set({ qualification_start: '2020-01-01', qualification_end: '2020-12-31' })
      .where('person_id', '=', person)
      .execute();
    const slot = await world.addAppointment(coach, inDays(nextDay(), '10:00'));
    expect((await book(person, slot)).body.meta).toEqual({ status: 'success' });
  });

  test('a participant can book the same slot again without effect', async () => {
    const person = await world.addParticipant();
    const slot = await world.addAppointment(coach, inDays(nextDay(), '10:00'));
    await book(person, slot);
    const before = await rowOf(slot);
    expect((await book(person, slot)).body.meta.status).toBe('success');
    expect(await rowOf(slot)).toEqual(before);
    const mails = await world.db.selectFrom('mail').select('id').where('appointment_id', '=', slot).execute();
    expect(mails).toHaveLength(2);
  });

  async function expectRefused(person: number, slot: number, code: string) {
    const before = await rowOf(slot);
    const { status, body } = await book(person, slot);
    expect({ status, code: body.meta.code }).toEqual({ status: 409, code });
    expect(body.meta.message).toBe(bookAppointment.refusals[code as keyof typeof bookAppointment.refusals]);
    expect(await rowOf(slot)).toEqual(before);
  }

  test('a Speedcoaching cannot be booked', async () => {
    const slot = await world.addAppointment(coach, inDays(nextDay(), '10:00'), { isSpeedcoaching: true });
    await expectRefused(await world.addParticipant(), slot, 'notBookable');
  });

  test.each(['G', 'V', 'K'] as const)('a slot with status %s cannot be booked', async (status) => {
    const participant = await world.addParticipant();
    const slot = await world.addAppointment(coach, inDays(nextDay(), '10:00'), { participant, status });
    await expectRefused(await world.addParticipant(), slot, 'slotTaken');
  });

  test('a cancelled appointment cannot be booked again, not even by its participant', async () => {
    const participant = await world.addParticipant();
    const slot = await world.addAppointment(coach, inDays(nextDay(), '10:00'), { participant, status: 'K' });
    await expectRefused(participant, slot, 'slotTaken');
  });

  test('a slot that has begun can no longer be booked', async () => {
    const slot = await world.addAppointment(coach, inDays(-nextDay(), '10:00'));
    await expectRefused(await world.addParticipant(), slot, 'started');
  });

  test('a participant without their own Word file cannot book; PDFs and files of the coach do not count [4.4]', async () => {
    const person = await world.addParticipant({ hasCv: false });
    await world.addDocument(person, { name: 'Lebenslauf.pdf' });
    await world.addDocument(person, { name: 'Überarbeitet.docx', byCoach: coach });
    const slot = await world.addAppointment(coach, inDays(nextDay(), '10:00'));
    await expectRefused(person, slot, 'noEditableFile');
  });

  test('a participant cannot book a fourth Einzelcoaching; those entered by staff do not count [4.5]', async () => {
    const person = await world.addParticipant();
    const days = nextDay();
    await world.addAppointment(coach, inDays(days, '08:00'), { participant: person });
    for (const [index, time] of ['09:00', '10:00', '11:00'].entries())
      await world.addAppointment(coach, inDays(days, time), { participant: person, quotaNumber: index + 1 });
    await expectRefused(person, await world.addAppointment(coach, inDays(days, '12:00')), 'limitReached');
  });

  test('a slot that overlaps another booking of the participant is refused; one right after it is not', async () => {
    const person = await world.addParticipant();
    const days = nextDay();
    await world.addAppointment(coach, inDays(days, '09:00'), { participant: person, quotaNumber: 1 });
    const second = await world.addCoach();
    await expectRefused(person, await world.addAppointment(second, inDays(days, '09:30')), 'overlap');
    const third = await world.addCoach();
    expect((await book(person, await world.addAppointment(third, inDays(days, '09:45')))).status).toBe(200);
  });

  test('an unknown appointment is not found', async () => {
    const { status, body } = await book(await world.addParticipant(), 999_999);
    expect({ status, code: body.meta.code }).toEqual({ status: 404, code: 'notFound' });
  });

  test('an admin without a participant profile cannot book [2.9]', async () => {
    const slot = await world.addAppointment(coach, inDays(nextDay(), '10:00'));
    await expectRefused(await world.addAdmin(), slot, 'noParticipantProfile');
  });

  test('a missing or malformed id is rejected as malformed input, with an error at the field', async () => {
    const session = await world.signIn(await world.addParticipant());
    for (const appointmentId of [undefined, '7', 1.5, -1, null]) {
      const { status, body } = await world.call(bookAppointment, session, { appointmentId });
      expect(status).toBe(400);
      expect(body.meta.code).toBe('invalidRequest');
      expect(body.errors?.[0]?.path).toBe('appointmentId');
    }
  });
});

describe('the list of bookable appointments [4.2]', () => {
  test('is ordered by start, then by the coach’s name in German order, and is paged by a cursor [4.2]', async () => {
    const separateWorld = await openWorld();
    try {
      const [zoe, aermin, bert] = [
        await separateWorld.addCoach({ firstName: 'Zoe', lastName: 'Alt' }),
        await separateWorld.addCoach({ firstName: 'Ärmin', lastName: 'Neu' }),
        await separateWorld.addCoach({ firstName: 'Bert', lastName: 'Neu' }),
      ];
      for (const coachId of [zoe, aermin, bert]) await separateWorld.addAppointment(coachId, inDays(5, '09:00'));
      await separateWorld.addAppointment(zoe, inDays(4, '09:00'));
      await separateWorld.addAppointment(bert, inDays(-4, '09:00'));
      const session = await separateWorld.signIn(await separateWorld.addParticipant());
      const all = await separateWorld.call(listBookableSlots, session, {});
      const names = all.body.data?.map((entry) => entry.coach);
      expect(names).toEqual(['Zoe Alt', 'Ärmin Neu', 'Bert Neu', 'Zoe Alt']);
      expect(all.body.meta).toMatchObject({ status: 'success', quota: { used: 0, max: 3 } });

      const paged: unknown[] = [];
      let cursor: string | undefined;
      do {
        const page = await separateWorld.call(listBookableSlots, session, { limit: 1, ...(cursor ? { cursor } : {}) });
        paged.push(...(page.body.data ?? []));
        cursor = page.body.meta.nextCursor;
      } while (cursor);
      expect(paged).toEqual(all.body.data);
      const cursorWithNul = Buffer.from('["2027-01-01T10:00:00Z","\\u0000",1]').toString('base64url');
      for (const invalidCursor of ['no cursor', cursorWithNul])
        expect((await separateWorld.call(listBookableSlots, session, { cursor: invalidCursor })).status).toBe(400);
    } finally {
      await separateWorld.close();
    }
  });

  test('shows a Speedcoaching and its link until it ends, and only Speedcoachings after the third booking [4.2]', async () => {
    const separateWorld = await openWorld();
    try {
      const coachId = await separateWorld.addCoach();
      const person = await separateWorld.addParticipant();
      const session = await separateWorld.signIn(person);
      const runningSpeedcoaching = await separateWorld.addAppointment(coachId, new Date(Date.now() - 600_000), {
        isSpeedcoaching: true,
      });
      await separateWorld.addAppointment(coachId, new Date(Date.now() - 7_200_000), { isSpeedcoaching: true });
      const einzelcoaching = await separateWorld.addAppointment(coachId, inDays(9, '15:00'));
      const list = async () => (await separateWorld.call(listBookableSlots, session, {})).body;
      expect((await list()).data).toMatchObject([
        { id: runningSpeedcoaching, type: 'Speedcoaching', href: `https://teams.example/${coachId}` },
        { id: einzelcoaching, type: 'Einzelcoaching', href: null, start: '15:00', end: '15:45' },
      ]);
      for (const quota of [1, 2, 3])
        await separateWorld.addAppointment(coachId, inDays(20 + quota, '09:00'), {
          participant: person,
          quotaNumber: quota,
        });
      expect((await list()).data).toMatchObject([{ id: runningSpeedcoaching }]);
      expect((await list()).meta).toMatchObject({ quota: { used: 3, max: 3 } });
    } finally {
      await separateWorld.close();
    }
  });
});

describe('cancelling as a participant', () => {
  async function createBooking(person: number, startsAt: Date) {
    return world.addAppointment(coach, startsAt, { participant: person, quotaNumber: 1 });
  }
  const cancel = async (person: number, appointmentId: number, reason?: string) =>
    world.call(cancelAppointment, await world.signIn(person), { appointmentId, ...(reason ? { reason } : {}) });

  test('frees the slot and the quota number; both people get a mail, and cancelling again has no effect [4.8]', async () => {
    const person = await world.addParticipant();
    const startsAt = inDays(nextDay() + 3, '10:00');
    const id = await createBooking(person, startsAt);
    expect((await cancel(person, id, 'Vorstellungsgespräch\nam selben Tag')).body.meta.status).toBe('success');
    expect(await rowOf(id)).toMatchObject({
      status: 'K',
      cancel_kind: 'byParticipant',
      cancel_reason: 'Vorstellungsgespräch\nam selben Tag',
      quota_number: null,
      participant_id: person,
    });
    const freeSlot = await world.db
      .selectFrom('appointment')
      .selectAll()
      .where('coach_id', '=', coach)
      .where('starts_at', '=', startsAt)
      .where('status', '=', 'F')
      .executeTakeFirstOrThrow();
    expect((await book(await world.addParticipant(), freeSlot.id)).status).toBe(200);
    const list = await world.call(listMyAppointments, await world.signIn(person), {});
    expect(list.body.data).toEqual([]);
    const mails = await world.db.selectFrom('mail').select('kind').where('appointment_id', '=', id).execute();
    expect(mails.map((mail) => mail.kind)).toEqual(['appointmentCancelled', 'appointmentCancelled']);
    // A second click, or a retry after a lost response, succeeds without effect.
    expect((await cancel(person, id)).body.meta.status).toBe('success');
  });

  test('is refused less than 48 hours before the start, and the list shows that cancelling is not possible [4.8]', async () => {
    const person = await world.addParticipant();
    const id = await createBooking(person, new Date(Date.now() + 47.9 * 3_600_000));
    const list = await world.call(listMyAppointments, await world.signIn(person), {});
    expect(list.body.data).toMatchObject([{ id, meta: { stornoPossible: false, past: false, rating: null } }]);
    const { status, body } = await cancel(person, id);
    expect({ status, code: body.meta.code }).toEqual({ status: 200, code: 'tooLate' });
    expect(await rowOf(id)).toMatchObject({ status: 'G' });
  });

  test('is refused for a missed appointment', async () => {
    const person = await world.addParticipant();
    const id = await world.addAppointment(coach, inDays(-nextDay(), '10:00'), { participant: person, status: 'V' });
    expect((await cancel(person, id)).body.meta.code).toBe('notBooked');
  });

  test('accepts a reason of up to 1,000 characters and refuses a longer one [4.8]', async () => {
    const person = await world.addParticipant();
    const id = await createBooking(person, inDays(nextDay() + 3, '10:00'));
    expect((await cancel(person, id, 'ä'.repeat(1001))).status).toBe(400);
    expect((await cancel(person, id, 'ä'.repeat(1000))).body.meta.status).toBe('success');
  });
});

test('the list shows for each Einzelcoaching, but for no Speedcoaching, whether it could still be cancelled after booking [4.2]', async () => {
  const separateWorld = await openWorld();
  try {
    const coachId = await separateWorld.addCoach();
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    const tooLate = await separateWorld.addAppointment(coachId, inHours(47.9));
    const inTime = await separateWorld.addAppointment(coachId, inHours(48.9));
    const speed = await separateWorld.addAppointment(coachId, inHours(5), { isSpeedcoaching: true });
    const session = await separateWorld.signIn(await separateWorld.addParticipant());
    for (const limit of [undefined, 10]) {
      const { body } = await separateWorld.call(listBookableSlots, session, limit ? { limit } : {});
      expect(body.data?.map(({ id, stornoPossible }) => [id, stornoPossible])).toEqual([
        [speed, null],
        [tooLate, false],
        [inTime, true],
      ]);
    }
  } finally {
    await separateWorld.close();
  }
});

describe('the list of a participant’s own appointments [4.6]', () => {
  test('shows upcoming appointments first, then past ones, newest first; it omits cancelled ones unless they were cancelled as goodwill [4.6]', async () => {
    const separateWorld = await openWorld();
    try {
      const coachId = await separateWorld.addCoach();
      const person = await separateWorld.addParticipant();
      const createAppointment = (days: number, status: 'G' | 'V' | 'K') =>
        separateWorld.addAppointment(coachId, inDays(days, '09:00'), { participant: person, status });
      const ids = {
        later: await createAppointment(9, 'G'),
        sooner: await createAppointment(4, 'G'),
        missed: await createAppointment(-2, 'V'),
        goodwill: await createAppointment(-1, 'K'),
        oldest: await createAppointment(-8, 'G'),
      };
      const cancelled = await createAppointment(12, 'K');
      await separateWorld.db
        .updateTable('appointment')
        .set({ cancel_kind: 'byAdmin' })
        .where('id', '=', cancelled)
        .execute();
      const { body } = await separateWorld.call(listMyAppointments, await separateWorld.signIn(person), {});
      expect(body.data?.map((entry) => [entry.id, entry.status, entry.meta.past])).toEqual([
        [ids.sooner, 'G', false],
        [ids.later, 'G', false],
        [ids.goodwill, 'K', true],
        [ids.missed, 'V', true],
        [ids.oldest, 'G', true],
      ]);
      expect(body.data?.[0]).toMatchObject({
        start: '09:00:00',
        end: '09:45:00',
        href: `https://teams.example/${coachId}`,
      });
      expect(body.data?.[0]?.meta.stornoPossible).toBe(true);
    } finally {
      await separateWorld.close();
    }
  });
});
