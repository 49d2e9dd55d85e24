import * as z from 'zod/mini';
import { call, emptyObject } from '../../shared/call.ts';
import { backupStates } from './rules.ts';

export const getBackupState = call({
  path: 'admin/getBackupState',
  summary: 'Whether the nightly backup was made, when, and the error code of the last one if it failed.',
  may: ['admin'],
  input: emptyObject,
  output: z.object({
    data: z.object({
      state: z.enum(backupStates),
      /** When the newest nightly backup was made, as an ISO instant; null if there is none. */
      madeAt: z.nullable(z.string()),
      /** The code of the error, such as ENOSPC; null unless the state is `failed`. */
      fault: z.nullable(z.string()),
    }),
  }),
});
