import { parseForm } from '../../../platform/http/calls/form.ts';
import type { Tx } from '../../../platform/database/db.ts';
import type { FieldError, FormFacts, ParsedOf } from '../../../shared/call.ts';
import { invisibleTextMessage } from '../../../shared/invisible.ts';
import { inviteParticipant } from '../invitation/contract.ts';
import { invite } from '../invitation/steps.ts';
import { invitationErrors } from '../rules.ts';
import type { InvitedRow } from './contract.ts';
import { joinMessages, knownPersonMessage, nameField, type InvitationRow, type RowForm } from './rules.ts';
import { findKnownEmails } from './sql.ts';

/** What became of the rows of a file, in the order of the file. */
export interface InvitationReport {
  invited: InvitedRow[];
  /** The rows whose address has an account already, whatever else is in them. */
  known: InvitedRow[];
  errors: InvitedRow[];
}

/**
 * Invites the people of a file in the given transaction, each as a single invitation does (reference 3.17). A row with
 * errors is reported with all of them, and keeps no other row from being invited; who has an account already is left
 * alone. Without an actor it is a dry run: it makes the same checks, but stores nothing. `headerRow` is the row with the
 * names of the columns in the file.
 */
export async function inviteRows(
  tx: Tx,
  {
    headerRow,
    rows,
    facts,
    actor,
  }: { headerRow: number; rows: readonly InvitationRow[]; facts: FormFacts; actor: number | null },
): Promise<InvitationReport> {
  const knownEmails = await findKnownEmails(
    tx,
    rows.map(({ form }) => form.email),
  );
  const firstRowByEmail = new Map<string, number>();
  const checkedRows = rows.map((row) => {
    const errors = findErrors(row.form, row.errors, facts);
    const email = row.form.email.toLowerCase();
    const firstRow = firstRowByEmail.get(email);
    const isKnown = knownEmails.has(row.form.email);
    if (firstRow !== undefined) errors.push(repeatedEmail(headerRow + firstRow));
    else if (email) firstRowByEmail.set(email, row.rowNumber);
    return { ...row, email, isKnown, errors };
  });
  const validRows = checkedRows.filter(({ isKnown, errors }) => !isKnown && errors.length === 0);
  const idByEmail = actor === null ? null : await inviteAll(tx, actor, validRows);

  const report: InvitationReport = { invited: [], known: [], errors: [] };
  for (const { rowNumber, cells, email, isKnown, errors } of checkedRows) {
    const participantId = idByEmail?.get(email) ?? null;
    const isKnownMeanwhile = errors.length === 0 && idByEmail !== null && participantId === null;
    if (isKnown || isKnownMeanwhile)
      report.known.push({ rowNumber, participantId: null, message: knownPersonMessage, cells });
    else if (errors.length > 0)
      report.errors.push({ rowNumber, participantId: null, message: joinMessages(errors), cells });
    else report.invited.push({ rowNumber, participantId, message: invitedMessages[idByEmail ? 'real' : 'dry'], cells });
  }
  return report;
}

/**
 * Invites people, and returns the id of each by the address in small letters; an address without one has an account
 * meanwhile. The addresses are stored in their order, so that two files with the same ones do not wait for each other.
 */
async function inviteAll(
  tx: Tx,
  actor: number,
  rows: readonly { email: string; form: RowForm }[],
): Promise<Map<string, number>> {
  const idByEmail = new Map<string, number>();
  for (const { email, form } of [...rows].sort((a, b) => (a.email < b.email ? -1 : 1))) {
    const id = await invite(tx, actor, parseForm(inviteParticipant, form).data as ParsedOf<typeof inviteParticipant>);
    if (id !== null) idByEmail.set(email, id);
  }
  return idByEmail;
}

const invitedMessages = { real: 'Eingeladen', dry: 'Kann eingeladen werden' } as const;
const repeatedEmail = (row: number): FieldError => ({
  path: 'email',
  message: `Diese E-Mail-Adresse steht schon in Zeile ${row}.`,
});

/** Returns the errors of a row, one for each field: those of reading its cells, of the call's schema, of its rules. */
function findErrors(form: RowForm, readingErrors: readonly FieldError[], facts: FormFacts): FieldError[] {
  const schemaErrors = parseForm(inviteParticipant, form).errors.map(withName);
  const ruleErrors = invitationErrors(form, facts, 'others').map((error) =>
    error.message === invisibleTextMessage ? withName(error) : error,
  );
  const errorByPath = new Map<string, FieldError>();
  for (const error of [...readingErrors, ...schemaErrors, ...ruleErrors])
    if (!errorByPath.has(error.path)) errorByPath.set(error.path, error);
  return [...errorByPath.values()];
}

const withName = ({ path, message }: FieldError): FieldError => ({ path, message: nameField(path, message) });
