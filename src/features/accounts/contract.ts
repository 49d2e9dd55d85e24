import * as z from 'zod/mini';
import { call, field, emptyObject, text } from '../../shared/call.ts';
import { maxLengths } from '../../shared/lengths.ts';
import { user } from '../../shared/user.ts';
import { wrongCode } from '../second-factor/rules.ts';

/** The response with the person who is now signed in. */
export const signedInUser = z.object({ data: user });

export const login = call({
  path: 'authentication/login',
  summary:
    'Signs in with e-mail and password. If the account has a second factor, the call must be repeated with a `code`.',
  may: 'everyone',
  input: z.object({
    username: text(maxLengths.email),
    password: z.string().check(z.maxLength(maxLengths.password)),
    /** A code from the authenticator app, or a recovery code. */
    code: z.optional(field(maxLengths.code)),
  }),
  output: signedInUser,
  refusals: {
    loginFailed: 'Anmeldung fehlgeschlagen! Benutzername oder Passwort falsch.',
    secondFactorRequired: 'Bitte gib den Code aus deiner App ein.',
    secondFactorInvalid: wrongCode,
    ssoOnly: 'Melde dich mit deinem Firmenkonto an. Dein Passwort gilt hier nicht mehr.',
  },
});

export const checkSession = call({
  path: 'authentication/sessionCheck',
  summary: 'Returns the signed-in person of a session, or null if it has ended.',
  may: 'everyone',
  input: emptyObject,
  output: z.object({ data: z.nullable(user) }),
});

export const needNewPassword = call({
  path: 'authentication/needNewPassword',
  summary: 'Mails a one-time password or, to an unconfirmed account, the confirmation link; always reports success.',
  may: 'everyone',
  input: z.object({ email: text(maxLengths.email) }),
  output: emptyObject,
});

export const logout = call({
  path: 'authentication/logout',
  summary: 'Ends the session; also succeeds if it has already ended.',
  may: 'everyone',
  input: emptyObject,
  output: emptyObject,
});
