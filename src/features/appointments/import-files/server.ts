import { audit } from '../../audit/exports.ts';
import { toDisplayName } from '../../files/name.rules.ts';
import { offerFreedSlots } from '../../waiting/exports.ts';
import { applyJobTimeouts } from '../../../platform/database/db.ts';
import { readFirstFile } from '../../../platform/http/calls/first-file.ts';
import { createRoutes } from '../../../platform/http/calls/handler.ts';
import { notFound } from '../../../platform/server-error.ts';
import { isDate, weekday } from '../../../shared/berlin.ts';
import { statuses } from '../../../shared/coaching.ts';
import { dryRunField } from '../../../shared/table-file.ts';
import { deleteSlots } from '../sql.ts';
import * as contract from './contract.ts';
import { calendarRules, toCalendar } from './csv.adapter.ts';
import * as sql from './sql.ts';
import { importCalendar } from './steps.ts';

const defaultPageSize = 20;

/** Handlers for imports of calendars: importing, undoing, and their history. */
export const routes = createRoutes(contract, {
  async importAppointments({ person, app, files, fields, transaction, refuse, signal }) {
    const file = await readFirstFile(files, calendarRules.maxBytes);
    if (!file) throw refuse('noFile');
    const table = await app.tableFiles.read(file.bytes, calendarRules);
    if (table.fault !== undefined) throw refuse('unreadable', table.fault);
    const calendar = toCalendar(table);
    const isDryRun = fields.get(dryRunField) === '1';
    const importer = isDryRun ? null : { person: person.id, fileName: toDisplayName(file.name) };
    return transaction(async (tx) => {
      await applyJobTimeouts(tx);
      const report = await importCalendar(tx, app.clock, calendar, importer);
      if (isDryRun) return report;
      await audit(tx, { actor: person.id, action: 'imported' });
      await offerFreedSlots(
        tx,
        app,
        report.success.map(({ data }) => data.id),
      );
      // If the caller has disconnected, the import is cancelled and nothing is stored.
      signal.throwIfAborted();
      return report;
    });
  },

  async undoImport({ input: { importId }, person, app, transaction, refuse }) {
    const deleted = await transaction(async (tx) => {
      const importState = await sql.lockImport(tx, importId);
      if (!importState) throw notFound();
      if (importState.undone) return 0;
      const rows = await sql.lockImportedAppointments(tx, importId);
      if (rows.some(({ status }) => status !== statuses.free)) throw refuse('hasBookings');
      await deleteSlots(
        tx,
        rows.map(({ id }) => id),
      );
      await sql.markImportUndone(tx, app.clock, importId);
      await audit(tx, { actor: person.id, action: 'importUndone' });
      return rows.length;
    });
    return { data: { deleted } };
  },

  async getImports({ input, db }) {
    const limit = input.limit ?? defaultPageSize;
    const rows = await sql.listImports(db, { olderThan: input.cursor ?? null, limit: limit + 1 });
    const page = rows.slice(0, limit);
    return {
      data: page.map(toListedImport),
      meta: { nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null },
    };
  },

  async getImport({ input: { importId }, db }) {
    const row = await sql.findImport(db, importId);
    if (!row) throw notFound();
    const failures = await sql.listFailures(db, importId);
    const errors = failures.map(({ reason, ...data }) => ({
      data: { ...data, day: isDate(data.date) ? weekday(data.date) : '' },
      status: 'error' as const,
      message: reason,
    }));
    return { data: { ...toListedImport(row), headerRow: row.headerRow, errors } };
  },
});

function toListedImport(row: sql.ImportRow): contract.ListedImport {
  const { id, importedAt, importedBy, fileName, imported, failed, existing, undoneAt, hasFree, hasBookings } = row;
  return {
    id,
    importedAt: importedAt.toISOString(),
    importedBy,
    fileName,
    imported,
    failed,
    existing,
    undoneAt: undoneAt?.toISOString() ?? null,
    canBeUndone: undoneAt === null && hasFree && !hasBookings,
    hasBookings,
  };
}
