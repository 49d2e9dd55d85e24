import { audit } from '../../audit/exports.ts';
import { queueMails } from '../../mail/exports.ts';
import { locationExists } from '../../people/exports.ts';
import { createRoutes } from '../../../platform/http/calls/handler.ts';
import { insertParticipant, noLocation } from '../registration/steps.ts';
import * as contract from './contract.ts';

/** The handler that registers a participant on behalf of the provider. */
export const routes = createRoutes(contract, {
  async inviteParticipant({ input, person, db, transaction, refuse }) {
    const location = Number(input.location?.value);
    if (!(await locationExists(db, location))) throw noLocation();
    const participantId = await transaction(async (tx) => {
      const id = await insertParticipant(tx, { ...input, gender: input.gender?.id ?? '', location });
      if (id === null) throw refuse('emailAlreadyExists');
      await queueMails(tx, [{ kind: 'invitation', person: id }]);
      await audit(tx, { actor: person.id, action: 'invited', person: id });
      return id;
    });
    return { data: { participantId } };
  },
});
