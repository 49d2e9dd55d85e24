import * as z from 'zod/mini';
import { flag } from './call.ts';
import { profile } from './profile.ts';

/** The signed-in person as sent to every client (reference 3.11); fields that a role lacks are ''. */
export const user = z.object({
  sessionId: z.string(),
  ...profile,
  gender: z.enum(['m', 'f', 'd']),
  role: z.object({ label: z.string(), value: z.nullable(z.int()) }),
  location: z.object({ label: z.string(), value: z.nullable(z.int()) }),
  resetPassword: flag,
  /** Whether the person has never had a password, neither one they chose nor one they were given. */
  firstPassword: flag,
  isSpeedCoach: flag,
  /** Whether the provider requires a second factor and this person has none: their session can only set one up. */
  mustSetUpSecondFactor: flag,
});
export type User = z.output<typeof user>;
