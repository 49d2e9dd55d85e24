import * as z from 'zod/mini';
import { call, id, emptyObject, toFieldErrors, text } from '../../../shared/call.ts';
import { maxLengths } from '../../../shared/lengths.ts';
import { tooLargeMessage } from './rules.ts';

const rolesWithCoachProfile = ['coach', 'speedCoach', 'admin'] as const;
const noCoachProfile = 'Zu diesem Konto gehört kein Coachprofil.';

/** A version's content. `text` may be ''; `pictureId` is the version's id if it has a picture (17.4), else null. */
const content = { text: z.string(), pictureId: z.nullable(id) };

/** `reason` is null unless the version was refused. `proposedAt` is an instant (ISO). */
const ownVersion = z.object({
  introductionId: id,
  ...content,
  state: z.enum(['proposed', 'refused', 'shown']),
  reason: z.nullable(z.string()),
  proposedAt: z.string(),
});
export type OwnVersion = z.output<typeof ownVersion>;

/**
 * The caller's shown version and their open version, which waits for approval or was refused. Null if there is none.
 */
const ownIntroduction = z.object({ data: z.object({ shown: z.nullable(ownVersion), open: z.nullable(ownVersion) }) });
export type OwnIntroduction = z.output<typeof ownIntroduction>['data'];

export const getMyIntroduction = call({
  path: 'coach/getMyIntroduction',
  summary: 'The caller’s introduction: the version that is shown, and the open one.',
  may: rolesWithCoachProfile,
  input: emptyObject,
  output: ownIntroduction,
  refusals: { noCoachProfile },
});

/** The names of a proposal's text parts; a client appends `_` and the session id. */
export const proposalParts = { text: 'text', keepPicture: 'keepPicture' } as const;

export const proposeIntroduction = call({
  path: 'coach/proposeIntroduction',
  summary:
    'Proposes an introduction: the part `text_<session>` of at most 500 characters, and a picture (JPEG, PNG or ' +
    'WebP, at most 2,000,000 bytes) or `keepPicture_<session>` with the id of the caller’s version whose picture to ' +
    'keep. It replaces an open proposal immediately, and is shown once an admin has approved it.',
  may: rolesWithCoachProfile,
  rateLimit: 'uploads',
  body: 'files',
  refusalStatus: 409,
  input: emptyObject,
  output: ownIntroduction,
  refusals: {
    noCoachProfile,
    wrongPicture: 'Diese Datei ist kein Bild, das wir zeigen können.',
    infected: 'Das Bild enthält Schadsoftware und wird nicht angenommen.',
    tooLarge: tooLargeMessage,
    pictureGone: 'Das bisherige Bild gibt es nicht mehr. Bitte wähle es neu aus.',
  },
});

export const deleteIntroduction = call({
  path: 'coach/deleteIntroduction',
  summary:
    'Immediately deletes the open proposal (`open`), every picture of the caller (`picture`) or everything (`all`); ' +
    'succeeds even if there is nothing to delete.',
  may: rolesWithCoachProfile,
  input: z.object({ what: z.enum(['open', 'picture', 'all']) }),
  output: ownIntroduction,
  refusals: { noCoachProfile },
});

/** A proposal as admins see it; `shown` is the version that participants see until the proposal is approved. */
const proposal = z.object({
  introductionId: id,
  coachId: id,
  coach: z.string(),
  ...content,
  proposedAt: z.string(),
  shown: z.nullable(z.object(content)),
});
export type Proposal = z.output<typeof proposal>;

export const getIntroductions = call({
  path: 'admin/getIntroductions',
  summary: 'The introductions that active coaches have proposed, the oldest first.',
  may: ['admin'],
  input: emptyObject,
  output: z.object({ data: z.array(proposal) }),
});

const decided = 'Darüber wurde schon anders entschieden. Bitte sieh dir die Liste neu an.';

export const approveIntroduction = call({
  path: 'admin/approveIntroduction',
  summary:
    'Shows exactly this version of a coach’s introduction from now on, and mails the coach. Refuses a ' +
    'version that has been replaced as not found.',
  may: ['admin'],
  rateLimit: 'actionsThatMail',
  input: z.object({ introductionId: id }),
  output: emptyObject,
  refusalStatus: 409,
  refusals: { decided, inactive: 'Dieser Coach ist inaktiv.' },
});

export const refuseIntroduction = call({
  path: 'admin/refuseIntroduction',
  summary:
    'Refuses a version and mails the coach the reason; the version that is shown stays. A replaced version is not ' +
    'found.',
  may: ['admin'],
  rateLimit: 'actionsThatMail',
  input: z.object({
    introductionId: id,
    reason: z.pipe(
      z.nullable(text(maxLengths.reason, { multiline: true })),
      z.transform((value) => value ?? ''),
    ),
  }),
  rules: ({ reason }) => toFieldErrors({ reason: reason ? null : 'Bitte gib den Grund an' }),
  output: emptyObject,
  refusalStatus: 409,
  refusals: { decided },
});

export const getCoach = call({
  path: 'appointment/getCoach',
  summary: 'An active coach as participants see them: name, and the introduction that an admin has approved.',
  may: 'signedIn',
  input: z.object({ coachId: id }),
  output: z.object({ data: z.object({ coachId: id, coach: z.string(), ...content }) }),
});
