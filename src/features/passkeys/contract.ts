import * as z from 'zod/mini';
import { call, emptyObject, id, passwordField, text, toFieldErrors } from '../../shared/call.ts';
import { maxLengths } from '../../shared/lengths.ts';
import { user } from '../../shared/user.ts';
import { maxPasskeys, nameProblem } from './rules.ts';

const unavailable = 'Passkeys sind in diesem Portal nicht eingerichtet.';

/** A text in base64url. Only its length is checked here: any other mistake is refused with `passkeyInvalid`. */
const base64url = (max: number) => z.string().check(z.maxLength(max));

/** A passkey of the caller. Instants are ISO 8601. */
const passkey = z.object({
  passkeyId: id,
  name: z.string(),
  createdAt: z.string(),
  /** The last sign-in with it; null if there was none. */
  lastUsedAt: z.nullable(z.string()),
  /** Whether the maker of the device keeps a copy of it, so that it can be used on other devices as well. */
  synced: z.boolean(),
});
export type Passkey = z.output<typeof passkey>;

/** A description of a credential in the options for the browser. */
const credentialDescriptor = z.object({ type: z.literal('public-key'), id: z.string() });

/** The options for `navigator.credentials.create` (PublicKeyCredentialCreationOptionsJSON). */
const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  /** In milliseconds. */
  timeout: z.int(),
  excludeCredentials: z.array(credentialDescriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type CreationOptions = z.output<typeof creationOptions>;

/** The options for `navigator.credentials.get` (PublicKeyCredentialRequestOptionsJSON), without a list of credentials. */
const requestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  /** In milliseconds. */
  timeout: z.int(),
  userVerification: z.literal('required'),
});
export type RequestOptions = z.output<typeof requestOptions>;

/** What `navigator.credentials.create` returns (RegistrationResponseJSON). Further fields are ignored. */
const createdCredential = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.string().check(z.maxLength(20)),
  response: z.object({ clientDataJSON: base64url(4000), attestationObject: base64url(40_000) }),
});
export type CreatedCredential = z.output<typeof createdCredential>;

/** What `navigator.credentials.get` returns (AuthenticationResponseJSON). Further fields are ignored. */
const signedCredential = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.string().check(z.maxLength(20)),
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(2000),
    userHandle: z.optional(z.nullable(base64url(100))),
  }),
});
export type SignedCredential = z.output<typeof signedCredential>;

const tooMany = `Du hast schon ${maxPasskeys} Passkeys. Entferne zuerst einen.`;

export const getPasskeys = call({
  path: 'authentication/getPasskeys',
  summary: 'Lists the caller’s passkeys, oldest first. `available` is false if this portal has no passkeys.',
  may: 'signedIn',
  input: emptyObject,
  output: z.object({ data: z.object({ available: z.boolean(), passkeys: z.array(passkey) }) }),
});

export const preparePasskey = call({
  path: 'authentication/preparePasskey',
  summary:
    'Returns the options with which the browser creates a passkey; they are valid for five minutes, in this session. ' +
    'Needs the password if the caller signed in more than 15 minutes ago.',
  may: 'signedIn',
  input: z.object({ password: z.optional(passwordField) }),
  output: z.object({ data: creationOptions }),
  refusals: {
    passwordNeeded: 'Bitte gib dein Passwort ein.',
    wrongPassword: 'Das Passwort stimmt nicht.',
    tooMany,
    passkeysUnavailable: unavailable,
  },
});

export const addPasskey = call({
  path: 'authentication/addPasskey',
  summary: 'Adds the passkey that the browser has created to the caller’s account; the caller is notified by mail.',
  may: 'signedIn',
  rateLimit: 'actionsThatMail',
  input: z.object({ name: text(maxLengths.name), credential: createdCredential }),
  rules: ({ name }) => toFieldErrors({ name: nameProblem(name) }),
  output: z.object({ data: z.object({ passkeyId: id }) }),
  refusals: {
    passkeyInvalid: 'Der Passkey konnte nicht gespeichert werden. Versuche es noch einmal.',
    tooMany,
    passkeysUnavailable: unavailable,
  },
});

export const renamePasskey = call({
  path: 'authentication/renamePasskey',
  summary: 'Renames one of the caller’s passkeys.',
  may: 'signedIn',
  input: z.object({ passkeyId: id, name: text(maxLengths.name) }),
  rules: ({ name }) => toFieldErrors({ name: nameProblem(name) }),
  output: emptyObject,
  refusals: { passkeysUnavailable: unavailable },
});

export const removePasskey = call({
  path: 'authentication/removePasskey',
  summary: 'Removes one of the caller’s passkeys, with which nobody can sign in any more; they are notified by mail.',
  may: 'signedIn',
  rateLimit: 'actionsThatMail',
  input: z.object({ passkeyId: id }),
  output: emptyObject,
  refusals: { passkeysUnavailable: unavailable },
});

export const startPasskeyLogin = call({
  path: 'authentication/startPasskeyLogin',
  summary: 'Returns the options with which the browser signs in with a passkey, once and within five minutes.',
  may: 'everyone',
  input: emptyObject,
  output: z.object({ data: requestOptions }),
  refusals: { passkeysUnavailable: unavailable },
});

export const passkeyLogin = call({
  path: 'authentication/passkeyLogin',
  summary:
    'Signs in with a passkey and answers as `login` does. A passkey counts as second factor: no code is asked for.',
  may: 'everyone',
  input: z.object({ credential: signedCredential }),
  output: z.object({ data: user }),
  refusals: {
    passkeyInvalid:
      'Die Anmeldung hat nicht geklappt, vielleicht gilt dieser Passkey hier nicht mehr: Melde dich mit deinem ' +
      'Passwort an, und leg in den Einstellungen einen neuen an.',
    passkeysUnavailable: unavailable,
  },
});
