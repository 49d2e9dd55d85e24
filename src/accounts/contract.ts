import * as z from 'zod/mini';
import { call, dateField, field, flag, nothing, phone, problems, text } from '../shared/call.ts';
import { longest } from '../shared/lengths.ts';
import { newPasswordProblem, registrationMistakes } from './rules.ts';

/** The signed-in person as every client sees them (contract §4); fields that a role lacks are ''. */
export const user = z.object({
  sessionId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  gender: z.enum(['m', 'f', 'd']),
  role: z.object({ label: z.string(), value: z.nullable(z.int()) }),
  qualification: z.string(),
  startOfQualification: z.string(),
  endOfQualification: z.string(),
  location: z.object({ label: z.string(), value: z.nullable(z.int()) }),
  email: z.string(),
  phoneNumber: z.string(),
  resetPassword: flag,
  /** There has been no password yet, neither a chosen nor a given one. */
  firstPassword: flag,
  isSpeedCoach: flag,
  /** The provider wants a second factor of this person, who has none: their session can only set it up. */
  mustSetUpSecondFactor: flag,
});
export type User = z.output<typeof user>;

/** Passwords are never trimmed; null counts as empty. As it was typed: old hashes may be of a form that is not NFC. */
export const secret = z.pipe(
  z.nullable(z.string().check(z.maxLength(longest.password))),
  z.transform((value) => value ?? ''),
);
/** A second factor's code as it was typed: six digits of the app, or a code for recovery. */
export const code = field(longest.code);
export const wrongCode = 'Der Code stimmt nicht oder wurde schon benutzt.';

const someone = z.object({ data: user });
const wrongLogin = 'Anmeldung fehlgeschlagen! Benutzername oder Passwort falsch.';

export const login = call({
  path: 'authentication/login',
  summary: 'Signs in with e-mail and password and, where a second factor is on, the same once more with `code`.',
  may: 'everyone',
  input: z.object({
    username: text(longest.email),
    password: z.string().check(z.maxLength(longest.password)),
    code: z.optional(code),
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

export const setNewPassword = call({
  path: 'authentication/setNewPassword',
  summary: 'Chooses a new password and ends the other sessions of the person.',
  may: 'signedIn',
  restricted: 'password',
  input: z.object({ newPassword: secret }),
  rules: ({ newPassword }) => problems({ newPassword: newPasswordProblem(newPassword) }),
  output: someone,
  refusals: {
    passwordTooCommon: 'Dieses Passwort wird zu häufig verwendet. Bitte wähle ein anderes.',
    passwordGuessable:
      'Dein Name, deine E-Mail-Adresse oder Wörter wie „Coaching“ machen dieses Passwort leicht zu erraten. Bitte wähle ein anderes.',
    passwordGiven: 'Dieses Passwort hast du von uns bekommen. Bitte wähle ein eigenes.',
  },
});

export const logout = call({
  path: 'authentication/logout',
  summary: 'Ends the session; succeeds for a dead one too.',
  may: 'everyone',
  input: nothing,
  output: nothing,
});

/** Salutations as they are offered; `id` goes over the wire. */
export const genders = [
  { label: 'Herr', id: 'm' },
  { label: 'Frau', id: 'f' },
  { label: 'Divers', id: 'd' },
] as const;

/** A choice of a picker as it arrives; '' counts as none (contract §1). */
function choice<O extends z.ZodMiniType>(option: O) {
  return z.pipe(
    z.nullable(z.union([z.literal(''), option])),
    z.transform((value) => (value === '' ? null : value)),
  );
}
const gender = choice(z.object({ label: z.string(), id: z.nullable(z.enum(['', 'm', 'f', 'd'])) }));
const location = choice(z.object({ label: z.string(), value: z.nullable(z.union([z.int(), z.literal('')])) }));

export const newRegistration = call({
  path: 'participant/newRegistration',
  summary: 'Registers a participant; the account is unconfirmed until the mailed link is followed.',
  may: 'everyone',
  input: z.object({
    gender,
    firstName: field(longest.name),
    lastName: field(longest.name),
    email: field(longest.email),
    repeatEmail: field(longest.email),
    phoneNumber: phone,
    qualification: field(longest.qualification),
    location,
    startOfQualification: dateField,
    endOfQualification: dateField,
  }),
  rules: registrationMistakes,
  output: nothing,
  // The fixed word is what the spec's client compares the message with.
  refusals: { emailAlreadyExists: 'emailAlreadyExists' },
});

export const confirmRegistration = call({
  path: 'participant/confirmRegistration',
  summary: 'Confirms a registration by the token of the mailed link and signs in to choose a password.',
  may: 'everyone',
  input: z.object({ token: text(200) }),
  output: someone,
  refusals: { tokenInvalid: 'Dieser Link ist abgelaufen oder wurde schon benutzt.' },
});
