import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitForBlockedTransaction } from '../../../../tests/support/blocked.ts';
import {
  addKnownPeople,
  openInvitingWorld,
  readInvited,
  type InvitingWorld,
} from '../../../../tests/support/inviting.ts';
import { createWorkbook, renderRows, type StoredCell } from '../../../../tests/support/workbook.ts';
import type { World } from '../../../../tests/support/world.ts';
import { servicePath } from '../../../platform/http/calls/calls.ts';
import type { OutputOf } from '../../../shared/call.ts';
import { formatFailedRowsAsCsv } from '../../../shared/table-file.ts';
import { inviteParticipantsByFile } from './contract.ts';
import { invitationColumns, knownPersonMessage, toFailedRow } from './rules.ts';

let inviting: InvitingWorld;
let world: World;
let location: number;
let adminId: number;
let admin: string;
beforeAll(async () => {
  inviting = await openInvitingWorld();
  ({ world, location, adminId, admin } = inviting);
});
afterAll(() => world.close());

let nextNumber = 1;
const newEmail = () => `datei${nextNumber++}@test.example`;

const validCells = {
  Anrede: 'Frau',
  Vorname: 'Ada',
  Nachname: 'Lovelace',
  Telefonnummer: '0221 1234567',
  Standort: 'Köln',
  Qualifizierung: 'Umschulung',
  'Beginn der Qualifizierung': '01.02.2026',
  'Ende der Qualifizierung': '31.12.2026',
};
const cellsOf = (email: string, changes: Record<string, string> = {}): string[] => {
  const cells: Record<string, string> = { ...validCells, 'E-Mail': email, ...changes };
  return invitationColumns.map((column) => cells[column] ?? '');
};
const fileOf = (...rows: string[][]) => [[...invitationColumns], ...rows].map((row) => `${row.join(';')}\r\n`).join('');

/** Sends a file, with a dry run if `texts` has it. */
async function send(file: string | Uint8Array, texts: Record<string, string> = {}) {
  const form = new FormData();
  form.append(`file_participants_${admin}`, new Blob([Buffer.from(file)]), 'personen.csv');
  for (const [name, text] of Object.entries(texts)) form.append(name, text);
  const address = world.address + servicePath(inviteParticipantsByFile);
  const response = await fetch(address, { method: 'POST', body: form });
  const body = (await response.json()) as Partial<OutputOf<typeof inviteParticipantsByFile>> & {
    meta: { status: string; code?: string; message?: string };
  };
  return {
    status: response.status,
    meta: body.meta,
    report: body.data ?? { headerRow: 0, invited: [], known: [], errors: [] },
  };
}
const messagesOf = ({ errors }: { errors: { rowNumber: number; message: string }[] }) =>
  errors.map(({ rowNumber, message }) => [rowNumber, message]);

const knownRowsOf = ({ known }: { known: { rowNumber: number; message: string }[] }) =>
  known.map(({ rowNumber, message }) => [rowNumber, message]);

const countStored = async () => ({
  people: (await world.db.selectFrom('person').select('id').execute()).length,
  participants: (await world.db.selectFrom('participant').select('person_id').execute()).length,
  mails: (await world.db.selectFrom('mail').select('id').execute()).length,
  entries: (await world.db.selectFrom('audit').select('id').execute()).length,
});

describe('inviting participants by a file [3.17]', () => {
  test('creates the account, queues the mail and writes the log entry of each good row, as a single invitation does', async () => {
    const [first, second] = [newEmail(), newEmail()];
    const before = await countStored();
    const { status, meta, report } = await send(
      fileOf(cellsOf(first), cellsOf('kaputt'), cellsOf(second, { Anrede: 'divers', Vorname: 'Grace' })),
    );
    expect({ status, meta }).toEqual({ status: 200, meta: { status: 'success' } });
    expect(report.headerRow).toBe(1);
    expect(report.invited).toMatchObject([
      { rowNumber: 1, message: 'Eingeladen', cells: { email: first } },
      { rowNumber: 3, message: 'Eingeladen', cells: { email: second, firstName: 'Grace' } },
    ]);
    expect(report.errors).toMatchObject([
      { rowNumber: 2, participantId: null, message: 'Bitte gib eine gültige Email Adresse ein' },
    ]);
    const ids = report.invited.map(({ participantId }) => participantId ?? 0);
    const stored = { phone: '02211234567', confirmed_at: null, password_hash: null, role_id: 1, location_id: location };
    expect(await readInvited(world, ids)).toEqual({
      people: [
        { ...stored, email: first, gender: 'f' },
        { ...stored, email: second, gender: 'd' },
      ],
      mails: ids.map((person_id) => ({ kind: 'invitation', person_id })),
      entries: ids.map((person_id) => ({ actor_id: adminId, action: 'invited', person_id })),
    });
    const { people: peopleBefore, participants, mails: mailsBefore, entries: entriesBefore } = before;
    expect(await countStored()).toEqual({
      people: peopleBefore + 2,
      participants: participants + 2,
      mails: mailsBefore + 2,
      entries: entriesBefore + 2,
    });
  });

  test('tells every error of a row, in the order of the fields', async () => {
    const rows = [
      cellsOf('nein', {
        Anrede: 'Dr.',
        Vorname: '',
        Nachname: 'x'.repeat(101),
        Telefonnummer: '4,92E+11',
        Standort: 'Atlantis',
        Qualifizierung: 'Um\u200bschulung',
        'Beginn der Qualifizierung': 'bald',
        'Ende der Qualifizierung': '',
      }),
      cellsOf(newEmail(), { 'Beginn der Qualifizierung': '31.12.2026', 'Ende der Qualifizierung': '01.02.2026' }),
      cellsOf('chef@wbsedu.example', { Telefonnummer: '', Vorname: 'A\u0007da' }),
    ];
    expect(messagesOf((await send(fileOf(...rows))).report)).toEqual([
      [
        1,
        'Anrede: Möglich sind hier nur: Herr, Frau, Divers. Bitte gib einen Vornamen ein. ' +
          'Nachname: Diese Angabe darf höchstens 100 Zeichen lang sein. Bitte gib eine gültige Email Adresse ein. ' +
          'Telefonnummer: Excel hat die Nummer gekürzt. Bitte formatiere die Spalte als Text und gib die Nummer neu ein. ' +
          'Standort: Diesen Standort gibt es nicht. ' +
          'Qualifizierung: Hier stehen Zeichen, die man nicht sieht. Bitte gib den Text neu ein. ' +
          'Beginn der Qualifizierung: Datum nicht lesbar (erwartet: TT.MM.JJJJ oder JJJJ-MM-TT). ' +
          'Bitte gib ein Enddatum ein.',
      ],
      [2, 'Das Startdatum muss vor dem Enddatum liegen. Das Enddatum muss nach dem Startdatum liegen.'],
      [
        3,
        'Vorname: Hier stehen Zeichen, die nicht erlaubt sind. ' +
          "Email Adresse darf nicht 'wbsedu' enthalten. Bitte gib eine Telefonnummer ein.",
      ],
    ]);
  });

  test('leaves every known address alone, which is no error, and refuses an address that an earlier row has with the row that Excel shows', async () => {
    const known = await addKnownPeople(inviting, newEmail);
    const [first = '', ...others] = known;
    const repeated = newEmail();
    const file = `\r\nsep=;\r\n${fileOf(
      cellsOf(first, { Vorname: '', Standort: 'Atlantis' }),
      ...others.map((email) => cellsOf(email)),
      cellsOf(repeated, { Vorname: '' }),
      cellsOf(repeated.toUpperCase()),
    )}`.replace('\r\nsep=;', '');
    for (const texts of [{ dryRun: '1' }, {}] as Record<string, string>[]) {
      const { report } = await send(file, texts);
      expect(report.invited).toEqual([]);
      expect(report.headerRow).toBe(2);
      expect(messagesOf(report)).toEqual([
        [5, 'Bitte gib einen Vornamen ein'],
        [6, 'Diese E-Mail-Adresse steht schon in Zeile 7.'],
      ]);
      expect(knownRowsOf(report)).toEqual([1, 2, 3, 4].map((row) => [row, knownPersonMessage]));
      expect(report.known[0]).toMatchObject({ participantId: null, cells: { email: first } });
    }
  });

  test('in a dry run answers the same, stores nothing and mails nobody, wherever the part stands', async () => {
    const file = fileOf(cellsOf(newEmail()), cellsOf('kaputt'));
    const before = await countStored();
    const { report: dryReport } = await send(file, { [`dryRun_${admin}`]: '1' });
    expect(await countStored()).toEqual(before);
    const { report } = await send(file);
    expect(dryReport.errors).toEqual(report.errors);
    expect(dryReport.invited).toEqual(
      report.invited.map((row) => ({ ...row, participantId: null, message: 'Kann eingeladen werden' })),
    );
    expect(await countStored()).toMatchObject({ people: before.people + 1, mails: before.mails + 1 });
  });

  test('takes the mended rows of a file that was saved with the errors, and nobody is invited twice', async () => {
    const [first, second] = [newEmail(), newEmail()];
    const { report } = await send(
      fileOf(cellsOf(first), cellsOf(second, { Vorname: '', Telefonnummer: '2215550100' })),
    );
    const saved = formatFailedRowsAsCsv(
      invitationColumns,
      report.errors.map((row) => toFailedRow(row, report.headerRow)),
    );
    expect(saved).toContain(';0221 5550100;');
    const again = await send(saved.replace('Frau;;', 'Frau;Grace;'));
    expect(again.report.errors).toEqual([]);
    expect(again.report.invited).toMatchObject([{ cells: { firstName: 'Grace', email: second } }]);
    const { report: last } = await send(fileOf(cellsOf(first), cellsOf(second)));
    expect(last).toMatchObject({ invited: [], errors: [] });
    expect(knownRowsOf(last)).toEqual([1, 2].map((row) => [row, knownPersonMessage]));
  });

  test('sent twice at the same time invites each person once', async () => {
    const emails = Array.from({ length: 20 }, newEmail);
    const forwards = fileOf(...emails.map((email) => cellsOf(email)));
    const backwards = fileOf(...emails.toReversed().map((email) => cellsOf(email)));
    const answers = await Promise.all([forwards, backwards, forwards].map((file) => send(file)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const invited = answers.flatMap(({ report }) => report.invited.map(({ cells }) => cells.email));
    expect(invited.sort()).toEqual([...emails].sort());
    expect(answers.flatMap(({ report }) => report.errors)).toEqual([]);
    expect(answers.flatMap(({ report }) => report.known)).toHaveLength(40);
    const mails = await world.db
      .selectFrom('mail as m')
      .innerJoin('person as p', 'p.id', 'm.person_id')
      .select('p.email')
      .where('p.email', 'in', emails)
      .execute();
    expect(mails).toHaveLength(20);
  });

  test('takes a thousand rows', async () => {
    const rows = Array.from({ length: 1000 }, () => cellsOf(newEmail()));
    expect((await send(fileOf(...rows))).report.invited).toHaveLength(1000);
    expect((await send(fileOf(...rows, cellsOf(newEmail())), { dryRun: '1' })).meta).toMatchObject({
      code: 'unreadable',
      message: 'Die Datei hat mehr als 1.000 Zeilen.',
    });
  });
});

describe('a file with people to invite is read as Excel saves it [3.17]', () => {
  /** Cells as Excel stores them: phone numbers and dates as numbers. 46054 is 1 February 2026. */
  const excelRows = (email: string): StoredCell[][] => [
    ['Bemerkung', ...invitationColumns],
    ['', 'Herr', ' Alan ', 'Turing', email, 2215550100, 'köln', 'Umschulung', { date: 46054 }, '31.12.2026'],
  ];

  test('as a spreadsheet with real dates and with a phone number that has lost its zero', async () => {
    const email = newEmail();
    const { report } = await send(await createWorkbook(renderRows(excelRows(email))));
    expect(report.errors).toEqual([]);
    expect(report.invited).toMatchObject([
      {
        cells: { email, firstName: 'Alan', phoneNumber: '02215550100', startOfQualification: '01.02.2026' },
      },
    ]);
    const person = await world.db
      .selectFrom('person as p')
      .innerJoin('participant as t', 't.person_id', 'p.id')
      .select(['p.phone', 't.qualification_start', 't.location_id'])
      .where('p.id', '=', report.invited[0]?.participantId ?? 0)
      .executeTakeFirst();
    expect(person).toEqual({ phone: '02215550100', qualification_start: '2026-02-01', location_id: location });
  });

  test.each(['utf16le', 'latin1', 'utf8'] as const)(
    'as CSV in %s with sep= and columns in another order',
    async (encoding) => {
      const email = newEmail();
      const byColumn = invitationColumns
        .map((column, at) => [column.toUpperCase(), cellsOf(email)[at] ?? ''])
        .toReversed();
      const text = `sep=;\r\n${[0, 1].map((at) => byColumn.map((cells) => cells[at]).join(';')).join('\r\n')}`;
      const bytes = Buffer.from(encoding === 'latin1' ? text : `\uFEFF${text}`, encoding);
      const { report, meta } = await send(bytes, { dryRun: '1' });
      expect({ meta, errors: report.errors }).toEqual({ meta: { status: 'success' }, errors: [] });
      expect(report.invited).toMatchObject([{ rowNumber: 1, cells: { email, location: 'Köln' } }]);
    },
  );
});

describe('a file with people to invite is refused with one message and invites nobody [3.17]', () => {
  const valid = () => cellsOf(newEmail());
  test.each([
    ['an empty file', () => '', 'Die Datei ist leer.'],
    [
      'a PDF',
      () => '%PDF-1.7\n',
      'Die Datei ist keine CSV-Datei. Bitte speichere die Tabelle als CSV und versuche es erneut.',
    ],
    [
      'a zip archive that is no spreadsheet',
      () => 'PK\u0003\u0004\0',
      'Die Datei ist keine Excel-Tabelle (xlsx), die das Portal lesen kann.',
    ],
    [
      'a file without a column',
      () => fileOf(valid()).replace('Standort', 'Ort'),
      "In der Datei fehlt die Spalte 'Standort'.",
    ],
    [
      'a file with a column twice',
      () => `Vorname;${fileOf(valid())}`,
      "In der Datei steht die Spalte 'Vorname' mehrfach.",
    ],
    ['a file of more than 5 MB', () => fileOf(valid()) + ' '.repeat(5_000_000), 'Die Datei ist größer als 5 MB.'],
  ])('if it is %s', async (_, createFile, message) => {
    const before = await countStored();
    const { status, meta } = await send(createFile());
    expect({ status, meta }).toEqual({ status: 200, meta: { status: 'error', code: 'unreadable', message } });
    expect(await countStored()).toEqual(before);
  });

  test('if there is none', async () => {
    const form = new FormData();
    form.append(`text_${admin}`, 'x');
    const address = world.address + servicePath(inviteParticipantsByFile);
    const body = (await (await fetch(address, { method: 'POST', body: form })).json()) as { meta: { code: string } };
    expect(body.meta.code).toBe('noFile');
  });
});

test('a row with formulas, markup and odd characters is only text [3.17]', async () => {
  const odd = { Vorname: "'=1+1", Nachname: '<script>alert(1)</script>', Qualifizierung: "'); DROP TABLE person; --" };
  const email = newEmail();
  const quoted = cellsOf(email, odd).map((cell) => `"${cell}"`);
  const { report } = await send(fileOf(quoted, cellsOf(newEmail(), { Nachname: '\ud800' })));
  expect(report.invited.map(({ rowNumber }) => rowNumber)).toContain(1);
  const person = await world.db
    .selectFrom('person')
    .select(['first_name', 'last_name'])
    .where('email', '=', email)
    .executeTakeFirst();
  expect(person).toEqual({ first_name: '=1+1', last_name: odd.Nachname });
});

test('an admin who hangs up before the answer has invited nobody [3.17]', async () => {
  const [first, last] = [newEmail(), newEmail()];
  const form = new FormData();
  form.append(`file_${admin}`, new Blob([fileOf(cellsOf(first), cellsOf(last))]), 'personen.csv');
  const controller = new AbortController();
  const address = world.address + servicePath(inviteParticipantsByFile);
  const answer = fetch(address, { method: 'POST', body: form, signal: controller.signal }).catch(() => 'hung up');
  const release = new Error('Releases the address of the last row.');
  const holding = world.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('person')
      .values({ email: last, first_name: '', last_name: '', phone: '', gender: 'f', role_id: 1 })
      .execute();
    await waitForBlockedTransaction(world.db, tx);
    controller.abort();
    expect(await answer).toBe('hung up');
    // The server notices it before it answers later requests.
    for (let requests = 0; requests < 3; requests++) await (await fetch(`${world.address}/healthz`)).text();
    throw release;
  });
  await expect(holding).rejects.toBe(release);
  // Waits until the transaction of the file is over, and fails if the address was taken.
  await world.addParticipant({ email: first });
  const invited = await world.db.selectFrom('person').select('id').where('email', '=', last).execute();
  expect(invited).toEqual([]);
});
