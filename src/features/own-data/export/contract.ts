import * as z from 'zod/mini';
import { call, download, passwordField } from '../../../shared/call.ts';

export const exportOwnData = call({
  path: 'participant/exportOwnData',
  summary:
    'Returns everything that the portal stores about the caller, as a zip archive. Needs the password if the caller ' +
    'signed in more than 15 minutes ago.',
  may: ['participant', 'admin'],
  rateLimit: 'downloads',
  responseType: 'file',
  input: z.object({ password: z.optional(passwordField) }),
  output: download,
  refusals: {
    passwordNeeded: 'Bitte gib dein Passwort ein.',
    passwordWrong: 'Das Passwort stimmt nicht.',
  },
});
