import { germanDate } from '../../../shared/berlin.ts';
import type { FieldError } from '../../../shared/call.ts';
import { formatPhoneCell, unescapeFormula, writeCsv } from '../../../shared/csv.ts';
import {
  contactFields,
  contactKeys,
  detailFields,
  detailKeys,
  isOptional,
  labelsOf,
  nameFields,
  nameKeys,
  type Profile,
} from '../../../shared/profile.ts';
import { dateMessages, readDateCell, type FailedRow } from '../../../shared/table-file.ts';
import { genders } from '../registration/contract.ts';
import { phoneDigits } from '../rules.ts';

/** The cells of a row as they stood in the file, by field. A date that can be read is `dd.mm.yyyy`. */
export interface InvitationCells extends Profile {
  gender: string;
  location: string;
}
export type InvitationField = keyof InvitationCells;

/** The names of the columns, which are the labels of the fields. */
export const invitationLabels: Record<InvitationField, string> = {
  gender: 'Anrede',
  ...labelsOf(nameFields),
  ...labelsOf(contactFields),
  location: 'Standort',
  ...labelsOf(detailFields),
};

const allFields: readonly InvitationField[] = ['gender', ...nameKeys, ...contactKeys, 'location', ...detailKeys];
/** The fields that a file has: all that an invitation needs, in the order of its form. */
export const invitationFields = allFields.filter((field) => !isOptional(field));

/** The columns of a file with participants to invite (reference 3.17), in the order of the template. */
export const invitationColumns: readonly string[] = invitationFields.map((field) => invitationLabels[field]);

/** The message about a row whose e-mail address has an account already, which is no mistake of the file. */
export const knownPersonMessage = 'Schon eingeladen oder registriert';

/** The message for a file of which nobody was invited. */
export const nobodyInvitedMessage = 'Es wurde niemand eingeladen.';

/** What a file with participants to invite must be like (reference 3.17); blank rows do not count. */
export const invitationFileRules = { columns: invitationColumns, maxBytes: 5_000_000, maxRows: 1000 } as const;

/** The e-mail address of the template's example, to which nobody is invited. */
const exampleEmail = 'ada.lovelace@example.com';

/**
 * Returns the rows of the template (reference 3.17): the names of the columns, and an example with a location of the
 * provider and dates of the given year, which is refused as long as it has its address.
 */
export function createTemplateRows({ location, year }: { location: string; year: number }): readonly string[][] {
  const example: Partial<InvitationCells> = {
    ...{ gender: 'Frau', firstName: 'Ada', lastName: 'Lovelace', email: exampleEmail, phoneNumber: '0221 1234567' },
    ...{ location, qualification: 'Umschulung Kaufleute für Büromanagement' },
    ...{ startOfQualification: `01.02.${year}`, endOfQualification: `31.01.${year + 2}` },
  };
  return [[...invitationColumns], invitationFields.map((field) => example[field] ?? '')];
}

/** Returns the template as the German version of Excel saves it. */
export const createInvitationTemplate = (facts: { location: string; year: number }): string =>
  writeCsv(createTemplateRows(facts));

/** The form of a row, as an admin would have filled it in; dates are `yyyy-mm-dd`, the phone number is digits only. */
export interface RowForm extends Profile {
  gender: (typeof genders)[number] | null;
  location: { label: string; value: number } | null;
}

/** A row of a file as its form. `errors` are those of cells that cannot be read. */
export interface InvitationRow {
  rowNumber: number;
  cells: InvitationCells;
  form: RowForm;
  errors: FieldError[];
}

/** The maximum length of a cell that is read, longer than what every field allows, so that a report stays small. */
const maxCellLength = 300;

/**
 * Reads a row of a file as a form (reference 3.17). `cells` are the texts by column, `locations` those of the provider.
 * Spaces of all kinds count as one, and an apostrophe in front of a cell does not count.
 */
export function readInvitationRow(
  { rowNumber, cells }: { rowNumber: number; cells: Readonly<Record<string, string>> },
  locations: readonly { label: string; value: number }[],
): InvitationRow {
  const texts = mapFields((field) => readText(cells[invitationLabels[field]] ?? ''));
  const errors: FieldError[] = [];
  const reject = (path: InvitationField, message: string) => errors.push({ path, message: nameField(path, message) });

  if (texts.email.toLowerCase() === exampleEmail) errors.push({ path: 'email', message: exampleMessage });
  const gender = findByLabel(genders, texts.gender);
  if (!gender && texts.gender) reject('gender', unknownGenderMessage);
  const location = findByLabel(locations, texts.location);
  if (!location && texts.location) reject('location', 'Diesen Standort gibt es nicht');
  const phone = readPhoneCell(texts.phoneNumber);
  if (phone === null) reject('phoneNumber', shortenedPhoneMessage);
  const readDate = (field: 'startOfQualification' | 'endOfQualification') => {
    if (!texts[field]) return '';
    const { date, problem } = readDateCell(texts[field]);
    if (problem) reject(field, dateMessages[problem]);
    return date ?? '';
  };
  const dates = {
    startOfQualification: readDate('startOfQualification'),
    endOfQualification: readDate('endOfQualification'),
  };
  return {
    rowNumber,
    cells: {
      ...texts,
      phoneNumber: phone || texts.phoneNumber,
      startOfQualification: germanDate(dates.startOfQualification) || texts.startOfQualification,
      endOfQualification: germanDate(dates.endOfQualification) || texts.endOfQualification,
    },
    form: { ...texts, ...dates, phoneNumber: phone ?? '', gender, location },
    errors,
  };
}

const exampleMessage = 'Das ist das Beispiel aus der Vorlage. Lösche diese Zeile oder trage eine Person ein';
const unknownGenderMessage = `Möglich sind hier nur: ${genders.map(({ label }) => label).join(', ')}`;
const shortenedPhoneMessage =
  'Excel hat die Nummer gekürzt. Bitte formatiere die Spalte als Text und gib die Nummer neu ein';

/** Returns a message that begins with the name of its field, for messages that do not say which field they mean. */
export function nameField(path: string, message: string): string {
  const label = (invitationLabels as Partial<Record<string, string>>)[path];
  return label === undefined ? message : `${label}: ${message}`;
}

/** Returns all messages about a row as sentences in one line, in the order of the fields. */
export function joinMessages(errors: readonly FieldError[]): string {
  const positionOf = ({ path }: FieldError) => allFields.findIndex((field) => field === path);
  const messages = [...errors].sort((a, b) => positionOf(a) - positionOf(b)).map(({ message }) => message);
  return messages.length === 1
    ? (messages[0] ?? '')
    : messages.map((message) => message.replace(/\.?$/, '.')).join(' ');
}

const readText = (cell: string) => unescapeFormula(cell.replace(/\s+/g, ' ').trim()).trim().slice(0, maxCellLength);

/** Returns the option with this label, in large or small letters; an option with exactly these letters comes first. */
function findByLabel<Option extends { label: string }>(options: readonly Option[], text: string): Option | null {
  const exact = options.find(({ label }) => label === text);
  return exact ?? options.find(({ label }) => label.toLowerCase() === text.toLowerCase()) ?? null;
}

/**
 * Returns the digits of a phone number (reference 3.17). If Excel has made a number of it, the zero at the start is
 * missing and is put back; of +4922112345678 the + is missing, so many digits after 49 are a number with the country's
 * code. Null for a number that Excel has shortened, such as 4,92E+11.
 */
function readPhoneCell(cell: string): string | null {
  if (/^\d([.,]\d+)?E\+?\d+$/i.test(cell)) return null;
  if (!/^[1-9]\d*$/.test(cell)) return phoneDigits(cell);
  if (!cell.startsWith('49')) return `0${cell}`;
  return cell.length >= shortestWithCountryCode ? phoneDigits(`+${cell}`) : cell;
}

/** The fewest digits of a number with the country's code 49. A shorter one may be of an area code like 04921. */
const shortestWithCountryCode = 11;

/**
 * Returns a failed row as it is saved in a file. `headerRow` is the row with the names of the columns. In a CSV file, a
 * phone number has a space, so that Excel does not make a number of it.
 */
export function toFailedRow(row: { rowNumber: number; cells: InvitationCells; message: string }, headerRow: number) {
  const { rowNumber, cells, message } = row;
  const phone = /^\d+$/.test(cells.phoneNumber) ? formatPhoneCell(cells.phoneNumber) : cells.phoneNumber;
  const texts = { ...cells, phoneNumber: phone };
  return {
    cells: invitationFields.map((field) => texts[field]),
    row: headerRow + rowNumber,
    message,
  } satisfies FailedRow;
}

function mapFields(textOf: (field: InvitationField) => string): InvitationCells {
  return Object.fromEntries(allFields.map((field) => [field, textOf(field)])) as unknown as InvitationCells;
}
