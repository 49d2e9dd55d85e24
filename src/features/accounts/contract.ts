import * as z from 'zod/mini';
import { call, field, nothing, text } from '../../shared/call.ts';
import { longest } from '../../shared/lengths.ts';
import { user } from '../../shared/user.ts';
import { wrongCode } from '../second-factor/rules.ts';

/** The person who is signed in from now on. */
export const someone = z.object({ data: user });
const wrongLogin = 'Anmeldung fehlgeschlagen! Benutzername oder Passwort falsch.';

export const login = call({
  path: 'authentication/login',
  summary: 'Signs in with e-mail and password and, where a second factor is on, the same once more with `code`.',
  may: 'everyone',
  input: z.object({
    username: text(longest.email),
    password: z.string().check(z.maxLength(longest.password)),
    /** Of the app, or a recovery code. */
    code: z.optional(field(longest.code)),
  }),
  output: someone,
  refusals: {
    loginFailed: wrongLogin,
    secondFactorRequired: 'Bitte gib den Code aus deiner App ein.',
    secondFactorInvalid: wrongCode,
  },
});

export const sessionCheck = call({
  path: 'authentication/sessionCheck',
  summary: 'The person behind a session, or null for a dead one.',
  may: 'everyone',
  input: nothing,
  output: z.object({ data: z.nullable(user) }),
});

export const needNewPassword = call({
  path: 'authentication/needNewPassword',
  summary: 'Mails a one-time password, or the confirmation link to an unconfirmed account; always answers success.',
  may: 'everyone',
  input: z.object({ email: text(longest.email) }),
  output: nothing,
});

export const logout = call({
  path: 'authentication/logout',
  summary: 'Ends the session; succeeds for a dead one too.',
  may: 'everyone',
  input: nothing,
  output: nothing,
});
