import * as z from 'zod/mini';
import { flag } from './call.ts';
import { profile } from './profile.ts';

/** The signed-in person as sent to clients (reference 3.11). Fields that do not apply to a role are ''. */
export const user = z.object({
  sessionId: z.string(),
  ...profile,
  gender: z.enum(['m', 'f', 'd']),
  role: z.object({ label: z.string(), value: z.nullable(z.int()) }),
  location: z.object({ label: z.string(), value: z.nullable(z.int()) }),
  resetPassword: flag,
  /** Whether the person has never had a password, not even a one-time password. */
  firstPassword: flag,
  isSpeedCoach: flag,
  /** Whether the person must set up a second factor, which the provider requires, before doing anything else. */
  mustSetUpSecondFactor: flag,
});
export type User = z.output<typeof user>;
/** A user as in the JSON body of an answer. */
export type EncodedUser = z.input<typeof user>;
