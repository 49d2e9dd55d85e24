import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { descendantsOf, readTaggedPdf, type PdfElement } from '../../../tests/support/accessible-pdf.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { servicePath } from '../../platform/http/calls/calls.ts';
import { dateOf, germanDate } from '../../shared/berlin.ts';
import { getAttendanceProof, getParticipantAttendanceProof } from './contract.ts';

/** A PNG with one red pixel. */
const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

let world: World;
let admin: string;
let coach: number;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-proof-'));
  writeFileSync(join(folder, 'logo.png'), logo);
  const proof = { logo: 'logo.png', signature: 'Katharina Brandt, Leitung' };
  writeFileSync(join(folder, 'portal.json'), JSON.stringify({ provider: 'Bildungswerk Nord', proof }));
  world = await openWorld({ env: { PORTAL_FILE: join(folder, 'portal.json') } });
  admin = await world.signIn(await world.addAdmin());
  coach = await world.addCoach();
});
afterAll(() => world.close());

async function request(call: { path: string }, session: string, input: object = {}) {
  const response = await fetch(world.address + servicePath(call), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...input, sessionId: session }),
  });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}
const codeOf = (bytes: Buffer) => (JSON.parse(bytes.toString('utf8')) as { meta: { code: string } }).meta.code;

/** Creates a participant who has attended one Einzelcoaching on each of these days, given as days before today. */
async function createAttendee(name: { firstName: string; lastName: string }, daysAgo: readonly number[]) {
  const participant = await world.addParticipant(name);
  const ownCoach = await world.addCoach();
  for (const [index, days] of daysAgo.entries()) {
    const time = `${String(6 + (index % 12)).padStart(2, '0')}:00`;
    await world.addAppointment(ownCoach, inDays(-days, time), { participant });
  }
  return { participant, session: await world.signIn(participant) };
}
/** The texts of the cells in each row of a PDF's table. */
const rowsOf = (root: PdfElement) =>
  descendantsOf(root)
    .filter(({ tag }) => tag === 'TR')
    .map(({ children: cells }) => cells.map(({ text }) => text));
const textOf = (root: PdfElement) => root.text.replaceAll(/\s+/g, ' ');

describe('a proof of attendance [15.3]', () => {
  test('names the participant and the period, and lists each attended Einzelcoaching and the sums', async () => {
    const { participant, session } = await createAttendee({ firstName: 'Jörg', lastName: 'Größe' }, [9]);
    const longerAppointment = await world.addAppointment(coach, inDays(-8, '09:00'), { participant });
    await world.db
      .updateTable('appointment')
      .set({ ends_at: inDays(-8, '10:00') })
      .where('id', '=', longerAppointment)
      .execute();
    // A missed, a cancelled and an upcoming Einzelcoaching were not attended.
    await world.addAppointment(coach, inDays(-7, '09:00'), { participant, status: 'V' });
    await world.addAppointment(coach, inDays(-6, '09:00'), { participant, status: 'K' });
    await world.addAppointment(coach, inDays(2, '09:00'), { participant });

    const { headers, bytes } = await request(getAttendanceProof, session);
    expect(headers.get('content-disposition')).toContain("UTF-8''Teilnahmenachweis%20J%C3%B6rg%20Gr%C3%B6%C3%9Fe.pdf");
    const { faults, root } = await readTaggedPdf(bytes);
    expect(faults).toEqual([]);
    const [firstDate, lastDate] = [9, 8].map((days) => dateOf(inDays(-days, '09:00'))) as [string, string];
    const dayWithWeekday = (date: string) => expect.stringMatching(new RegExp(`^.., ${germanDate(date)}$`));
    expect(rowsOf(root)).toEqual([
      ['Datum', 'Uhrzeit', 'Minuten', 'Einheiten'],
      [dayWithWeekday(firstDate), '06:00 bis 06:45 Uhr', '45', '1,00'],
      [dayWithWeekday(lastDate), '09:00 bis 10:00 Uhr', '60', '1,33'],
      ['Summe', '', '105', '2,33'],
    ]);
    const text = textOf(root);
    for (const sentence of [
      'Bildungswerk Nord bestätigt die Teilnahme von Jörg Größe an diesen Einzelcoachings:',
      `Zeitraum: ${germanDate(firstDate)} bis ${germanDate(lastDate)}`,
      'Katharina Brandt, Leitung',
    ])
      expect(text).toContain(sentence);
    expect(descendantsOf(root).find(({ tag }) => tag === 'Figure')?.alt).toBe('Logo von Bildungswerk Nord');
    expect(descendantsOf(root).find(({ tag }) => tag === 'H1')?.text).toBe('Teilnahmenachweis');
  });

  test('marks only coachings that an admin has recorded late, with the day and the admin’s name [7.19]', async () => {
    const { participant, session } = await createAttendee({ firstName: 'Kim', lastName: 'Spät' }, [40]);
    const id = await world.addAppointment(await world.addCoach(), inDays(-30, '09:00'), { participant });
    const recordingAdmin = await world.addAdmin({ firstName: 'Eva-Maria', lastName: 'Nachtrag-Wolkenstein' });
    const recordedAt = inDays(-2, '10:00');
    const lateRecord = { recorded_late_at: recordedAt, recorded_late_by: recordingAdmin };
    await world.db.updateTable('appointment').set(lateRecord).where('id', '=', id).execute();
    const { faults, root } = await readTaggedPdf((await request(getAttendanceProof, session)).bytes);
    expect(faults).toEqual([]);
    const times = rowsOf(root).map((cells) =>
      (cells[1] ?? '').replaceAll(/[\u2068\u2069]/g, '').replaceAll(/\s+/g, ' '),
    );
    const day = germanDate(dateOf(recordedAt));
    expect(times.slice(1, -1)).toEqual([
      '06:00 bis 06:45 Uhr',
      `09:00 bis 09:45 Uhr, nachgetragen am ${day} von Eva-Maria Nachtrag-Wolkenstein`,
    ]);
  });

  test.each([
    ['Latin letters with accents', 'Nguyễn Thị', 'Łódźka-Škvorecký'],
    ['Greek letters', 'Ελένη', 'Παπαδοπούλου'],
    ['Cyrillic letters', 'Наталія', 'Щербаківська-Ґонтаренко'],
    ['Arabic letters', 'محمد عبد الرحمن', 'الأحمد'],
    ['Persian letters', 'زهرا', 'پژوهش‌گر'],
    ['sixty letters', 'Maximiliane-Friederike', 'von Hohenlohe-Langenburg-Schillingsfürst'],
  ])('contains a name in %s as text that can be read aloud and copied', async (_, firstName, lastName) => {
    const { participant } = await createAttendee({ firstName, lastName }, [3]);
    const { bytes } = await request(getParticipantAttendanceProof, admin, { participantId: participant });
    const { faults, root } = await readTaggedPdf(bytes);
    expect(faults).toEqual([]);
    const withoutControlCharacters = (name: string) => name.replaceAll(/[\u200c\u2066-\u2069]/g, '');
    const expected = `Name: ${withoutControlCharacters(`${firstName} ${lastName}`)}`;
    expect(withoutControlCharacters(textOf(root))).toContain(expected);
  });

  test('has two pages for forty coachings, and screen readers read each row once', async () => {
    const days = Array.from({ length: 40 }, (_, index) => 10 + index);
    const { session } = await createAttendee({ firstName: 'Robin', lastName: 'Reise' }, days);
    const { faults, root, pageCount } = await readTaggedPdf((await request(getAttendanceProof, session)).bytes);
    expect(faults).toEqual([]);
    expect(pageCount).toBe(2);
    expect(rowsOf(root)).toHaveLength(1 + 40 + 1);
    expect(rowsOf(root).at(-1)).toEqual(['Summe', '', '1.800', '40,00']);
  });

  test('is refused until the first coaching is over, and to an admin who is not a participant', async () => {
    const { participant, session } = await createAttendee({ firstName: 'Neu', lastName: 'Hier' }, []);
    await world.addAppointment(coach, inDays(3, '09:00'), { participant });
    for (const { bytes } of [
      await request(getAttendanceProof, session),
      await request(getAttendanceProof, admin),
      await request(getParticipantAttendanceProof, admin, { participantId: participant }),
    ])
      expect(codeOf(bytes)).toBe('nothingToProve');
    expect((await request(getParticipantAttendanceProof, admin, { participantId: coach })).status).toBe(404);
  });

  test('is recorded in the audit log when an admin downloads it', async () => {
    const { participant } = await createAttendee({ firstName: 'Eva', lastName: 'Log' }, [4]);
    await request(getParticipantAttendanceProof, admin, { participantId: participant });
    const entries = await world.db
      .selectFrom('audit')
      .select(['action', 'person_id'])
      .where('person_id', '=', participant)
      .where('action', '=', 'proofMade')
      .execute();
    expect(entries).toEqual([{ action: 'proofMade', person_id: participant }]);
  });
});
