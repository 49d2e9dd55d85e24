import { applyJobTimeouts } from '../../../platform/database/db.ts';
import { readFirstFile } from '../../../platform/http/calls/first-file.ts';
import { createRoutes } from '../../../platform/http/calls/handler.ts';
import { dryRunField } from '../../../shared/table-file.ts';
import * as contract from './contract.ts';
import { invitationFileRules, readInvitationRow } from './rules.ts';
import * as sql from './sql.ts';
import { inviteRows } from './steps.ts';

/** The handler that invites the participants of a file. */
export const routes = createRoutes(contract, {
  async inviteParticipantsByFile({ person, app, db, files, fields, transaction, refuse, signal }) {
    const file = await readFirstFile(files, invitationFileRules.maxBytes);
    if (!file) throw refuse('noFile');
    const table = await app.tableFiles.read(file.bytes, invitationFileRules);
    if (table.fault !== undefined) throw refuse('unreadable', table.fault);
    const { headerRow } = table;
    const locations = await sql.listLocations(db);
    const rows = table.rows.map((row) => readInvitationRow(row, locations));
    const facts = { forbiddenInEmail: app.settings.providerConfig.forbiddenInEmail };
    const actor = fields.get(dryRunField) === '1' ? null : person.id;
    const report = await transaction(async (tx) => {
      await applyJobTimeouts(tx);
      const result = await inviteRows(tx, { headerRow, rows, facts, actor });
      // If the caller has disconnected, nobody is invited.
      signal.throwIfAborted();
      return result;
    });
    return { data: { headerRow, ...report } };
  },
});
