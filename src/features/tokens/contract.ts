import * as z from 'zod/mini';
import { call, dateField, emptyObject, field, id, passwordField } from '../../shared/call.ts';
import { maxLengths } from '../../shared/lengths.ts';
import { maxTokens, scopes, tokenErrors } from './rules.ts';

export const createToken = call({
  path: 'admin/createToken',
  summary:
    'Creates a token with which another system makes the calls of some scopes until the end of a day in Berlin. The ' +
    'token is returned only once. Needs the password if the caller signed in at least 15 minutes ago.',
  may: ['admin'],
  input: z.object({
    name: field(maxLengths.name),
    scopes: z.array(z.enum(scopes)).check(z.maxLength(100)),
    expiresOn: dateField,
    password: z.optional(passwordField),
  }),
  rules: tokenErrors,
  output: z.object({ data: z.object({ tokenId: id, token: z.string() }) }),
  refusals: {
    passwordNeeded: 'Bitte gib dein Passwort ein.',
    wrongPassword: 'Das Passwort stimmt nicht.',
    tooMany: `Es gibt schon ${maxTokens} gültige Zugangsschlüssel. Sperre zuerst einen, der nicht mehr gebraucht wird.`,
  },
});

/**
 * A token without its text, of which only a hash is stored. Instants are ISO 8601, `expiresOn` is the last day on which
 * it is valid (`yyyy-mm-dd`), `createdBy` and `revokedBy` are names;
 * `revokedBy` is null if the portal itself has revoked it. `lastUsedAt` is accurate to the minute. `lastCall` is the path of
 * the call at that time, such as `admin/appointmentOverview`: of several in a minute the first, and a refused one as well.
 */
const token = z.object({
  tokenId: id,
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  createdAt: z.string(),
  createdBy: z.string(),
  expiresOn: z.string(),
  lastUsedAt: z.nullable(z.string()),
  lastCall: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
  revokedBy: z.nullable(z.string()),
});
export type Token = z.output<typeof token>;

export const getTokens = call({
  path: 'admin/getTokens',
  summary: 'Returns all tokens of other systems, the expired and revoked ones as well, newest first.',
  may: ['admin'],
  input: emptyObject,
  output: z.object({ data: z.array(token) }),
});

export const revokeToken = call({
  path: 'admin/revokeToken',
  summary: 'Revokes a token, which stops working immediately; repeating the call succeeds.',
  may: ['admin'],
  input: z.object({ tokenId: id }),
  output: emptyObject,
});
