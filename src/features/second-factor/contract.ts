import * as z from 'zod/mini';
import { call, field, id, emptyObject, passwordField } from '../../shared/call.ts';
import { maxLengths } from '../../shared/lengths.ts';
import { wrongCode } from './rules.ts';

/** A typed code: six digits from the app, or a recovery code. */
const code = field(maxLengths.code);

const staff = ['coach', 'speedCoach', 'admin'] as const;

const recoveryCodes = z.object({ data: z.object({ recoveryCodes: z.array(z.string()) }) });

const wrongPassword = 'Das Passwort stimmt nicht.';
const notSwitchedOn = 'Die Anmeldung in zwei Schritten ist nicht eingeschaltet.';

/** The state of a person's second factor. */
const state = z.object({
  /** False if the server has no key to encrypt the secrets of second factors. */
  available: z.boolean(),
  /** Whether the provider requires a second factor of all coaches and admins. */
  required: z.boolean(),
  /** When the second factor was switched on (ISO); null while it is off. */
  since: z.nullable(z.string()),
  recoveryCodesLeft: z.int(),
  /** When the caller was bound to an account at the identity provider (ISO); null while they are not. */
  singleSignOnSince: z.nullable(z.string()),
});
export type SecondFactor = z.output<typeof state>;

export const getSecondFactor = call({
  path: 'authentication/getSecondFactor',
  summary:
    'Returns whether the caller signs in with a second factor, how many recovery codes are left, and since when the ' +
    'caller is bound to an account at the identity provider.',
  may: staff,
  allowedBeforeSetUpOf: 'secondFactor',
  input: emptyObject,
  output: z.object({ data: state }),
});

export const prepareSecondFactor = call({
  path: 'authentication/prepareSecondFactor',
  summary:
    'Creates the secret for an app (TOTP). The secret is returned only once; it takes effect if ' +
    '`switchOnSecondFactor` confirms it within an hour.',
  may: staff,
  allowedBeforeSetUpOf: 'secondFactor',
  input: z.object({ password: passwordField }),
  // `address` is the otpauth URI for the QR code; it contains the secret.
  output: z.object({ data: z.object({ secret: z.string(), address: z.string() }) }),
  refusals: {
    wrongPassword,
    secondFactorOn: 'Die Anmeldung in zwei Schritten ist schon eingeschaltet.',
    secondFactorUnavailable: 'Die Anmeldung in zwei Schritten ist in diesem Portal nicht eingerichtet.',
  },
});

export const switchOnSecondFactor = call({
  path: 'authentication/switchOnSecondFactor',
  summary:
    'Switches the second factor on with a code from the app, ends the other sessions and returns the recovery codes.',
  may: staff,
  allowedBeforeSetUpOf: 'secondFactor',
  input: z.object({ code }),
  output: recoveryCodes,
  refusals: {
    secondFactorInvalid: wrongCode,
    secondFactorNotPrepared: 'Die Einrichtung ist abgelaufen. Bitte beginne noch einmal.',
  },
});

export const renewRecoveryCodes = call({
  path: 'authentication/renewRecoveryCodes',
  summary: 'Replaces all recovery codes; requires the password and a code.',
  may: staff,
  input: z.object({ password: passwordField, code }),
  output: recoveryCodes,
  refusals: { wrongPassword, secondFactorInvalid: wrongCode, secondFactorOff: notSwitchedOn },
});

export const switchOffSecondFactor = call({
  path: 'authentication/switchOffSecondFactor',
  summary: 'Switches the second factor off and ends the other sessions; requires the password and a code.',
  may: staff,
  input: z.object({ password: passwordField, code }),
  output: emptyObject,
  refusals: { wrongPassword, secondFactorInvalid: wrongCode, secondFactorOff: notSwitchedOn },
});

export const resetSecondFactor = call({
  path: 'admin/resetSecondFactor',
  summary: 'Removes a coach’s lost second factor and ends their sessions; the coach is notified by mail.',
  may: ['admin'],
  input: z.object({ coachId: id }),
  output: emptyObject,
  refusals: { secondFactorOff: 'Dieser Coach hat die Anmeldung in zwei Schritten nicht eingeschaltet.' },
});
