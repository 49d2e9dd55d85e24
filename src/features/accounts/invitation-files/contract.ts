import * as z from 'zod/mini';
import { call, emptyObject, id } from '../../../shared/call.ts';
import { profile } from '../../../shared/profile.ts';
import { tableFileRefusals } from '../../../shared/table-file.ts';

const fileRow = z.object({
  rowNumber: z.int(),
  participantId: z.nullable(id),
  message: z.string(),
  // What stood in the file, so that a failed row can be corrected and sent again.
  cells: z.object({ ...profile, gender: z.string(), location: z.string() }),
});
export type InvitedRow = z.output<typeof fileRow>;

export const inviteParticipantsByFile = call({
  path: 'admin/inviteParticipantsByFile',
  summary:
    'Invites the participants of a file (CSV or xlsx) as inviteParticipant does; each invalid row is reported with all ' +
    'of its errors. `known` has the rows whose address has an account already, which are left alone. With a text part ' +
    '`dryRun` of `1` the report is the same, but nothing is stored and nobody is mailed, and `participantId` is null. ' +
    '`headerRow` is the number of the row with the names of the columns, as Excel shows it: a row is `headerRow` + ' +
    '`rowNumber` there.',
  may: ['admin'],
  rateLimit: 'imports',
  body: 'files',
  input: emptyObject,
  output: z.object({
    data: z.object({
      headerRow: z.int(),
      invited: z.array(fileRow),
      known: z.array(fileRow),
      errors: z.array(fileRow),
    }),
  }),
  refusals: tableFileRefusals,
});
