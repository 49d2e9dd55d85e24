import * as z from 'zod/mini';
import { call, id } from '../../../shared/call.ts';
import { newParticipantInput } from '../registration/contract.ts';
import { invitationErrors } from '../rules.ts';

export const inviteParticipant = call({
  path: 'admin/inviteParticipant',
  summary:
    'Registers a participant and mails a link, with which the person confirms the e-mail address and chooses a password.',
  may: ['admin'],
  scope: 'participants',
  rateLimit: 'actionsThatMail',
  input: z.object(newParticipantInput),
  rules: invitationErrors,
  output: z.object({ data: z.object({ participantId: id }) }),
  refusals: { emailAlreadyExists: 'Diese E-Mail-Adresse gehört schon zu einem anderen Konto.' },
});
