import { afterAll, beforeAll, expect, test } from 'vitest';
import { unzip } from '../../../tests/support/zip.ts';
import readXlsx from 'read-excel-file/node';
import { servicePath } from '../../platform/http/calls/calls.ts';
import { addDays, dateOf, germanDate } from '../../shared/berlin.ts';
import { descendantsOf, readTaggedPdf } from '../../../tests/support/accessible-pdf.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { exportEvidence } from './contract.ts';
import { createEvidenceSheets, unitsOf, type EvidenceRow } from './sheets.words.ts';

let world: World;
let admin: string;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.signIn(await world.addAdmin());
});
afterAll(() => world.close());

/** The date this many days from today. */
const dateInDays = (days: number) => dateOf(inDays(days, '12:00'));

/**
 * Downloads the evidence as an admin. `input` overrides the default, which is all coaches and the days from 60 days ago
 * to 60 days from now.
 */
async function downloadEvidence(input: Record<string, unknown>) {
  const response = await fetch(world.address + servicePath(exportEvidence), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      fromDate: dateInDays(-60),
      tillDate: dateInDays(60),
      coachId: null,
      ...input,
      sessionId: admin,
    }),
  });
  return Buffer.from(await response.arrayBuffer());
}

test('evidence lists booked, missed and cancelled appointments, but neither free slots nor the former slots of moved bookings [15.1]', async () => {
  const coach = await world.addCoach({ firstName: 'Ada', lastName: 'Coach' });
  const participant = await world.addParticipant({ firstName: 'Jörg', lastName: 'Größe' });
  const ratedAppointment = await world.addAppointment(coach, inDays(-5, '09:00'), { participant });
  const stars = { collaboration: 5, open_questions: 5, application_process: 5, competencies: 5, documents: 5 };
  await world.db
    .insertInto('rating')
    .values({ appointment_id: ratedAppointment, ...stars, recommendation: 5 })
    .execute();
  await world.addAppointment(coach, inDays(-4, '09:00'), { participant, status: 'V' });
  await world.addAppointment(coach, inDays(-3, '09:00'), { participant, status: 'K' });
  await world.addAppointment(coach, inDays(-2, '09:00'), { participant, status: 'K', cancelKind: 'byParticipant' });
  await world.addAppointment(coach, inDays(-1, '09:00'), { participant, status: 'K', cancelKind: 'rescheduled' });
  await world.addAppointment(coach, inDays(1, '09:00'));
  await world.addAppointment(coach, inDays(2, '09:00'), { participant });
  // One appointment of another coach, and one outside of the range of days.
  await world.addAppointment(await world.addCoach(), inDays(3, '09:00'), { participant });
  await world.addAppointment(coach, inDays(90, '09:00'), { participant });

  const [appointments, sums] = await readXlsx(await downloadEvidence({ coachId: coach }));
  expect(appointments?.data[0]).toEqual([
    'Teilnehmer:in',
    'Qualifizierung',
    'Beginn der Qualifizierung',
    'Ende der Qualifizierung',
    'Coach',
    'Datum',
    'Von',
    'Bis',
    'Minuten',
    'Status',
    'Gebucht am',
    'Geändert am',
    'Bewertet',
    'Nachgetragen',
  ]);
  const rows = appointments?.data.slice(1).map((row) => [row[0], row[4], row[8], row[9], row[12]].join(' '));
  expect(rows).toEqual([
    'Jörg Größe Ada Coach 45 Beendet ja',
    'Jörg Größe Ada Coach 45 Versäumt nein',
    'Jörg Größe Ada Coach 45 Kulanz nein',
    'Jörg Größe Ada Coach 45 Storniert nein',
    'Jörg Größe Ada Coach 45 Gebucht nein',
  ]);
  expect(appointments?.data[1]?.[5]).toEqual(new Date(`${dateInDays(-5)}T00:00:00Z`));
  expect(sums?.data.slice(1)).toEqual([
    ['Ada Coach', 1, 1, 1, 1, 1, 1, 45, 1],
    ['Alle', 1, 1, 1, 1, 1, 1, 45, 1],
  ]);
});

test('evidence shows when and by which admin an appointment was recorded late [7.19] [15.1]', async () => {
  const [coach, participant] = [await world.addCoach(), await world.addParticipant()];
  const recordingAdmin = await world.addAdmin({ firstName: 'Eva', lastName: 'Admin' });
  await world.addAppointment(coach, inDays(-31, '09:00'), { participant });
  const id = await world.addAppointment(coach, inDays(-30, '09:00'), { participant });
  const recordedAt = inDays(-3, '10:00');
  const lateRecord = { recorded_late_at: recordedAt, recorded_late_by: recordingAdmin };
  await world.db.updateTable('appointment').set(lateRecord).where('id', '=', id).execute();
  const readRecordedLateCells = async () => {
    const [appointments] = await readXlsx(await downloadEvidence({ coachId: coach }));
    return appointments?.data.slice(1).map((row) => row[13]);
  };
  expect(await readRecordedLateCells()).toEqual([null, `am ${germanDate(dateOf(recordedAt))} von Eva Admin`]);
  const anonymisedName = { first_name: 'Anonymisiert', last_name: '' };
  await world.db.updateTable('person').set(anonymisedName).where('id', '=', recordingAdmin).execute();
  expect(await readRecordedLateCells()).toEqual([null, `am ${germanDate(dateOf(recordedAt))} von Anonymisiert`]);
});

test('printed evidence has landscape pages with the period, the repeated names of the columns, and page numbers [15.1]', async () => {
  const coach = await world.addCoach();
  await world.addAppointment(coach, inDays(-40, '09:00'), { participant: await world.addParticipant() });
  const [fromDate, tillDate] = [dateInDays(-40), dateInDays(-39)];
  const files = await unzip(await downloadEvidence({ fromDate, tillDate, coachId: coach }));
  expect(String(files.get('xl/workbook.xml'))).toContain(
    `<definedName name="_xlnm.Print_Titles" localSheetId="0">'Termine'!$1:$1</definedName>` +
      `<definedName name="_xlnm.Print_Titles" localSheetId="1">'Summen'!$1:$1</definedName>`,
  );
  const period = `${germanDate(fromDate)} bis ${germanDate(tillDate)}`;
  for (const number of [1, 2]) {
    const sheet = String(files.get(`xl/worksheets/sheet${number}.xml`));
    expect(sheet).toContain('<pageSetUpPr fitToPage="1"/>');
    expect(sheet).toMatch(/<pageSetup fitToWidth="1" fitToHeight="0" paperSize="9" orientation="landscape"\/>/);
    expect(sheet).toContain(
      `<oddHeader>&amp;L ${world.app.settings.providerConfig.provider} · Nachweis, ${period}</oddHeader>`,
    );
    expect(sheet).toContain('<oddFooter>&amp;L &amp;A&amp;RSeite &amp;P von &amp;N</oddFooter>');
  }
});

test('the same evidence as a PDF has landscape pages that screen readers can read, and the sums [15.1] [15.2]', async () => {
  const coach = await world.addCoach({ firstName: 'Annegret', lastName: 'Müller-Lüdenscheidt' });
  // Words for which the page has no room side by side.
  const lastName = 'Größe-Hohenstein-Langenfeld-Schwarzenberg-Sondershausen';
  const participant = await world.addParticipant({ firstName: 'Jörg', lastName });
  const qualification = 'Personalsachbearbeitungsweiterbildungsmaßnahme';
  await world.db.updateTable('participant').set({ qualification }).where('person_id', '=', participant).execute();
  const readRows = async (tillDaysAgo: number) => {
    const [fromDate, tillDate] = [dateInDays(-59), dateInDays(-tillDaysAgo)];
    const { faults, root, pageCount } = await readTaggedPdf(
      await downloadEvidence({ fromDate, tillDate, coachId: coach, format: 'pdf' }),
    );
    expect(faults).toEqual([]);
    expect(root.text).toContain(`Zeitraum: ${germanDate(fromDate)} bis ${germanDate(tillDate)}`);
    const rows = descendantsOf(root)
      .filter(({ tag }) => tag === 'TR')
      .map(({ children }) => children.map(({ text }) => text.replaceAll(/\s+/g, ' ')).join(' | '));
    return { pageCount, rows };
  };
  expect((await readRows(40)).rows.slice(1)).toEqual(['Alle | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0,00']);

  for (let index = 0; index < 40; index++) {
    const status = index === 0 ? ('V' as const) : ('G' as const);
    await world.addAppointment(coach, new Date(+inDays(-50, '06:00') + index * 15 * 60_000), {
      participant,
      minutes: 10,
      status,
    });
  }
  const { pageCount, rows } = await readRows(40);
  expect(pageCount).toBeGreaterThan(1);
  expect(rows).toHaveLength(1 + 40 + 1 + 2);
  expect(rows[0]).toMatch(/^Teilnehmer:in \| Qualifizierung \| Dauer \| Coach \| Datum/);
  const day = germanDate(dateInDays(-50));
  const period = '[\\d.]{10} – [\\d.]{10}';
  expect(rows[1]).toMatch(
    new RegExp(
      `^Jörg Größe-.* \\| ${period} \\| Annegret Müller-Lüdenscheidt \\| ${day} \\| 06:00–06:10 \\| 10 \\| Versäumt`,
    ),
  );
  expect(rows.slice(-2)).toEqual(
    ['Annegret Müller-Lüdenscheidt', 'Alle'].map((name) => `${name} | 39 | 0 | 1 | 0 | 0 | 0 | 390 | 8,67`),
  );
});

test('evidence is refused for a range of more than 366 days [15.1]', async () => {
  const resultFor = async (tillDate: string) => {
    const bytes = await downloadEvidence({ fromDate: '2027-01-01', tillDate });
    // A JSON answer begins with a brace, a file does not.
    return bytes[0] === 0x7b ? (JSON.parse(bytes.toString('utf8')) as { meta: { code: string } }).meta.code : 'file';
  };
  expect(await resultFor(addDays('2027-01-01', 365))).toBe('file');
  expect(await resultFor(addDays('2027-01-01', 366))).toBe('rangeTooLong');
});

test('units are minutes ÷ 45 with two decimals, and only appointments that are over count [15.2]', () => {
  expect([45, 60, 100, 0].map(unitsOf)).toEqual([1, 1.33, 2.22, 0]);
  const createRow = (startsAt: string, endsAt: string): EvidenceRow => ({
    participant: 'A',
    qualification: '',
    qualificationStart: null,
    qualificationEnd: null,
    coachId: 1,
    coach: 'C',
    status: 'G',
    isGoodwill: false,
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
    bookedAt: null,
    changedAt: null,
    isRated: false,
    recordedLateAt: null,
    recordedLateBy: null,
  });
  const rows = [
    createRow('2027-01-04T09:00Z', '2027-01-04T10:00Z'),
    createRow('2027-01-05T09:00Z', '2027-01-05T10:00Z'),
  ];
  const [, sums] = createEvidenceSheets(rows, new Date('2027-01-05T09:30Z'));
  expect(sums?.rows[0]).toEqual(['C', 1, 1, 0, 0, 0, 0, 60, 1.33]);
});

test('two coaches with the same name have separate rows of sums [15.2]', async () => {
  const participant = await world.addParticipant();
  for (const start of ['09:00', '10:00', '11:00']) {
    const coach = await world.addCoach({ firstName: 'Toni', lastName: 'Doppelt' });
    await world.addAppointment(coach, inDays(-20, start), { participant });
  }
  const [, sums] = await readXlsx(await downloadEvidence({ fromDate: dateInDays(-20), tillDate: dateInDays(-20) }));
  const sumsOfOneCoach = ['Toni Doppelt', 1, 0, 0, 0, 0, 0, 45, 1];
  expect(sums?.data.slice(1)).toEqual([
    sumsOfOneCoach,
    sumsOfOneCoach,
    sumsOfOneCoach,
    ['Alle', 3, 0, 0, 0, 0, 0, 135, 3],
  ]);
});
