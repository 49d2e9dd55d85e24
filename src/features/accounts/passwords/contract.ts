import * as z from 'zod/mini';
import { call, toFieldErrors, passwordField } from '../../../shared/call.ts';
import { newPasswordProblem } from '../../../shared/password.ts';
import { signedInUser } from '../contract.ts';

export const setNewPassword = call({
  path: 'authentication/setNewPassword',
  summary: 'Sets a new password for the caller and ends their other sessions.',
  may: 'signedIn',
  rateLimit: 'passwords',
  allowedBeforeSetUpOf: 'password',
  input: z.object({ newPassword: passwordField }),
  rules: ({ newPassword }) => toFieldErrors({ newPassword: newPasswordProblem(newPassword) }),
  output: signedInUser,
  refusals: {
    passwordTooCommon: 'Dieses Passwort wird zu häufig verwendet. Bitte wähle ein anderes.',
    passwordGuessable:
      'Dein Name, deine E-Mail-Adresse oder Wörter wie „Coaching“ machen dieses Passwort leicht zu erraten. Bitte ' +
      'wähle ein anderes.',
    passwordGiven: 'Dieses Passwort hast du von uns bekommen. Bitte wähle ein eigenes.',
  },
});
