import * as z from 'zod/mini';
import { call, field, emptyObject, text } from '../../../shared/call.ts';
import { maxLengths } from '../../../shared/lengths.ts';
import { profileInput } from '../../../shared/profile.ts';
import { user } from '../../../shared/user.ts';
import { registrationErrors } from '../rules.ts';

/** The salutations to choose from; `id` is the value on the wire. */
export const genders = [
  { label: 'Herr', id: 'm' },
  { label: 'Frau', id: 'f' },
  { label: 'Divers', id: 'd' },
] as const;

/**
 * Returns the schema of a choice from a list: an option, or null if none is chosen; '' is read as null (reference 2.3).
 */
function choiceSchema<O extends z.ZodMiniType>(option: O) {
  return z.pipe(
    z.nullable(z.union([z.literal(''), option])),
    z.transform((value) => (value === '' ? null : value)),
  );
}

const gender = choiceSchema(z.object({ label: z.string(), id: z.nullable(z.enum(['', 'm', 'f', 'd'])) }));

const location = choiceSchema(z.object({ label: z.string(), value: z.nullable(z.union([z.int(), z.literal('')])) }));

/** The fields that describe a new participant, in a registration and in an invitation. */
export const newParticipantInput = { gender, ...profileInput, location };

export const submitRegistration = call({
  path: 'participant/newRegistration',
  summary: 'Registers a participant; the account is unconfirmed until the mailed link is opened.',
  may: 'everyone',
  input: z.object({ ...newParticipantInput, repeatEmail: field(maxLengths.email) }),
  rules: registrationErrors,
  output: emptyObject,
  // Clients compare the message with this fixed text (reference 2.2).
  refusals: { emailAlreadyExists: 'emailAlreadyExists' },
});

export const confirmRegistration = call({
  path: 'participant/confirmRegistration',
  summary: 'Confirms a registration with the token of the mailed link and signs in, so a password can be chosen.',
  may: 'everyone',
  input: z.object({ token: text(200) }),
  output: z.object({ data: user }),
  refusals: { tokenInvalid: 'Dieser Link ist abgelaufen oder wurde schon benutzt.' },
});
