import { Readable } from 'node:stream';
import { audit } from '../audit/exports.ts';
import { readClock, type Db } from '../../platform/database/db.ts';
import { notFound } from '../../platform/server-error.ts';
import { createRoutes, type App } from '../../platform/http/calls/handler.ts';
import { daysBetween, germanPeriod, instantsOfDays } from '../../shared/berlin.ts';
import type { Download } from '../../shared/call.ts';
import * as contract from './contract.ts';
import { createEvidenceDocument } from './document.words.ts';
import { createProof } from './proof.words.ts';
import { createEvidenceSheets } from './sheets.words.ts';
import * as sql from './sql.ts';

const { days: maxDays, rows: maxRows } = contract.evidenceLimits;

/** The handlers for the evidence for funders and for proofs of attendance. */
export const routes = createRoutes(contract, {
  async getAttendanceProof({ person, app, db, refuse }) {
    const proof = await createProofFile(app, db, person.id);
    // An admin who is not a participant gets the same refusal as a participant who has attended nothing.
    if (!proof) throw refuse('nothingToProve');
    return proof;
  },

  async getParticipantAttendanceProof({ input: { participantId }, person, app, db, transaction, refuse }) {
    const proof = await createProofFile(app, db, participantId);
    if (proof === null) throw notFound();
    if (!proof) throw refuse('nothingToProve');
    if (participantId !== person.id)
      await transaction((tx) => audit(tx, { actor: person.id, action: 'proofMade', person: participantId }));
    return proof;
  },

  async exportEvidence({ input, app, db, refuse }) {
    const { fromDate, tillDate, coachId: coach, format = 'xlsx' } = input;
    if (daysBetween(fromDate, tillDate) >= maxDays) throw refuse('rangeTooLong');
    // Selects one row more than allowed, to find out whether there are too many.
    const rows = await sql.selectEvidence(db, { ...instantsOfDays(fromDate, tillDate), coach }, maxRows[format] + 1);
    if (rows.length > maxRows[format]) throw refuse(format === 'pdf' ? 'tooManyForPdf' : 'tooMany');
    const now = await readClock(db, app.clock);
    const { providerConfig } = app.settings;
    const heading = `${providerConfig.provider} · Nachweis, ${germanPeriod(fromDate, tillDate)}`;
    const bytes =
      format === 'pdf'
        ? await app.pdfs.write(createEvidenceDocument(providerConfig, rows, input, now))
        : await app.spreadsheets.write({ heading, sheets: createEvidenceSheets(rows, now) });
    const name = `Nachweis ${fromDate} bis ${tillDate}.${format}`;
    return { name, size: bytes.length, bytes: Readable.from([bytes]) };
  },
});

/** Creates a participant's proof as a PDF; false if the participant has attended nothing, null for an unknown id. */
async function createProofFile(app: App, db: Db, participant: number): Promise<Download | false | null> {
  const attendee = await sql.findAttendee(db, participant);
  if (!attendee) return null;
  const [first, ...others] = await sql.selectAttendedCoachings(db, app.clock, participant);
  if (!first) return false;
  const now = await readClock(db, app.clock);
  const bytes = await app.pdfs.write(createProof(app.settings.providerConfig, attendee, [first, ...others], now));
  return { name: `Teilnahmenachweis ${attendee.name}.pdf`, size: bytes.length, bytes: Readable.from([bytes]) };
}
