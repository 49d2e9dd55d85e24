import { audit } from '../../audit/exports.ts';
import { queueMails } from '../../mail/exports.ts';
import type { ParsedOf } from '../../../shared/call.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { insertParticipant } from '../registration/steps.ts';
import type { inviteParticipant } from './contract.ts';

/**
 * Registers a participant for the provider in the given transaction: creates the account, queues the mail with the link
 * and writes the log entry (reference 3.17). Returns the person's id, or null if any account has the e-mail address.
 * The caller has checked the rules of the form, and that the location exists.
 */
export async function invite(tx: Tx, actor: number, input: ParsedOf<typeof inviteParticipant>): Promise<number | null> {
  const { gender, location, ...profile } = input;
  const person = await insertParticipant(tx, {
    ...profile,
    gender: gender?.id ?? '',
    location: Number(location?.value),
  });
  if (person === null) return null;
  await queueMails(tx, [{ kind: 'invitation', person }]);
  await audit(tx, { actor, action: 'invited', person });
  return person;
}
