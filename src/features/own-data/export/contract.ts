import * as z from 'zod/mini';
import { call, download, secret } from '../../../shared/call.ts';

export const exportOwnData = call({
  path: 'participant/exportOwnData',
  summary:
    'Everything that the portal stores about the caller, as a zip archive. Whoever signed in longer than 15 minutes ' +
    'ago sends the password.',
  may: ['participant', 'admin'],
  counts: 'downloads',
  answer: 'file',
  input: z.object({ password: z.optional(secret) }),
  output: download,
  refusals: {
    passwordNeeded: 'Bitte gib dein Passwort ein.',
    passwordWrong: 'Das Passwort stimmt nicht.',
  },
});
