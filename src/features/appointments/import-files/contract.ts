import * as z from 'zod/mini';
import { call, emptyObject, id } from '../../../shared/call.ts';
import { tableFileRefusals } from '../../../shared/table-file.ts';

const importedRow = z.object({
  data: z.object({
    id: z.int(),
    date: z.string(),
    day: z.string(),
    fromTime: z.string(),
    tillTime: z.string(),
    // E-mail and type are as in the file, so that a failed row can be corrected and imported again.
    coachEmail: z.string(),
    type: z.string(),
  }),
  status: z.enum(['success', 'error']),
  message: z.string(),
});
export type ImportedRow = z.output<typeof importedRow>;

export const importAppointments = call({
  path: 'admin/importAppointmentsByFile',
  summary:
    'Imports a calendar (CSV or xlsx): valid rows become appointments, each invalid row is reported. With a text part ' +
    '`dryRun` of `1` the report is the same, but nothing is stored, and the valid rows have their row numbers as ids. ' +
    '`importId` is the id of the import, or null if nothing was stored. `headerRow` is the number of the row with the ' +
    'names of the columns, as Excel shows it: a failed row is `headerRow` + `id` there.',
  may: ['admin'],
  scope: 'import',
  rateLimit: 'imports',
  body: 'files',
  hasTopLevelStatus: true,
  input: emptyObject,
  output: z.object({
    message: z.string(),
    importId: z.nullable(id),
    headerRow: z.int(),
    success: z.array(importedRow),
    errors: z.array(importedRow),
  }),
  refusals: tableFileRefusals,
});

export const undoImport = call({
  path: 'admin/undoImport',
  summary: 'Deletes all free appointments of an import; repeating the call succeeds and deletes nothing.',
  may: ['admin'],
  scope: 'import',
  rateLimit: 'imports',
  input: z.object({ importId: id }),
  output: z.object({ data: z.object({ deleted: z.int() }) }),
  refusalStatus: 409,
  refusals: { hasBookings: 'Aus diesem Import sind schon Termine gebucht. Lösche die freien einzeln.' },
});

/**
 * An import that has happened. Instants are ISO 8601. `fileName`, `imported` and `failed` are null for imports from
 * before they were recorded; `fileName` also once the person who imported is anonymised.
 */
const listedImport = z.object({
  id,
  importedAt: z.string(),
  importedBy: z.string(),
  fileName: z.nullable(z.string()),
  /** How many rows of the file became appointments. */
  imported: z.nullable(z.int()),
  /** How many rows of the file failed. */
  failed: z.nullable(z.int()),
  /** How many of the failed rows have an appointment already; null where not all failed rows are kept any more. */
  existing: z.nullable(z.int()),
  undoneAt: z.nullable(z.string()),
  /** Whether `undoImport` would succeed and delete appointments. */
  canBeUndone: z.boolean(),
  /** Whether one of its appointments is booked or missed, which is why it cannot be undone. */
  hasBookings: z.boolean(),
});
export type ListedImport = z.output<typeof listedImport>;

export const getImports = call({
  path: 'admin/getImports',
  summary: 'Returns a page of the imports of calendars, newest first; `meta.nextCursor` requests the next page.',
  may: ['admin'],
  input: z.object({
    limit: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
    cursor: z.optional(z.nullable(id)),
  }),
  output: z.object({ data: z.array(listedImport), meta: z.object({ nextCursor: z.nullable(id) }) }),
});

export const getImport = call({
  path: 'admin/getImport',
  summary:
    'Returns an import, and its failed rows with the reasons as the import’s answer had them. The rows are kept for 30 ' +
    'days. `headerRow` is the row of the file with the names of the columns, null for imports from before it was ' +
    'recorded.',
  may: ['admin'],
  input: z.object({ importId: id }),
  output: z.object({
    data: z.object({ ...listedImport.shape, headerRow: z.nullable(z.int()), errors: z.array(importedRow) }),
  }),
});
