import { Readable } from 'node:stream';
import { audit } from '../audit/exports.ts';
import { readClock, type Db } from '../../platform/database/db.ts';
import { notFound } from '../../platform/server-error.ts';
import { serve, type App } from '../../platform/http/calls/handler.ts';
import { daysBetween, instantsOfDays } from '../../shared/berlin.ts';
import type { Download } from '../../shared/call.ts';
import * as contract from './contract.ts';
import { createProof } from './proof.words.ts';
import { evidenceSheets } from './sheets.words.ts';
import * as sql from './sql.ts';

const { days: maxDays, rows: maxRows } = contract.evidenceLimits;

/** Handlers of the evidence for funders and of proofs of attendance. */
export const routes = serve(contract, {
  async getAttendanceProof({ person, app, db, refuse }) {
    const proof = await drawProof(app, db, person.id);
    // This also refuses an admin without a participant’s record.
    if (!proof) throw refuse('nothingToProve');
    return proof;
  },

  async getAttendanceProofOf({ input: { participantId }, person, app, db, transaction, refuse }) {
    const proof = await drawProof(app, db, participantId);
    if (proof === null) throw notFound();
    if (!proof) throw refuse('nothingToProve');
    if (participantId !== person.id)
      await transaction((tx) => audit(tx, { actor: person.id, action: 'proofMade', person: participantId }));
    return proof;
  },

  async exportEvidence({ input: { fromDate, tillDate, coachId: coach }, app, db, refuse }) {
    if (daysBetween(fromDate, tillDate) >= maxDays) throw refuse('rangeTooLong');
    // One row more than allowed shows that there are too many.
    const rows = await sql.selectEvidence(db, { ...instantsOfDays(fromDate, tillDate), coach }, maxRows + 1);
    if (rows.length > maxRows) throw refuse('tooMany');
    const bytes = await app.spreadsheets.write(evidenceSheets(rows, await readClock(db, app.clock)));
    return { name: `Nachweis ${fromDate} bis ${tillDate}.xlsx`, size: bytes.length, bytes: Readable.from([bytes]) };
  },
});

/** A participant's proof as a file; false if they have attended nothing, null if there is no such participant. */
async function drawProof(app: App, db: Db, participant: number): Promise<Download | false | null> {
  const attendee = await sql.findAttendee(db, participant);
  if (!attendee) return null;
  const [first, ...further] = await sql.selectAttendedCoachings(db, app.clock, participant);
  if (!first) return false;
  const now = await readClock(db, app.clock);
  const bytes = await app.pdfs.write(createProof(app.settings.providerConfig, attendee, [first, ...further], now));
  return { name: `Teilnahmenachweis ${attendee.name}.pdf`, size: bytes.length, bytes: Readable.from([bytes]) };
}
