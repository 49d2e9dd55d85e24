import { locationExists } from '../../people/exports.ts';
import { createRoutes } from '../../../platform/http/calls/handler.ts';
import { noLocation } from '../registration/steps.ts';
import * as contract from './contract.ts';
import { invite } from './steps.ts';

/** The handler that registers a participant on behalf of the provider. */
export const routes = createRoutes(contract, {
  async inviteParticipant({ input, person, db, transaction, refuse }) {
    if (!(await locationExists(db, Number(input.location?.value)))) throw noLocation();
    const participantId = await transaction(async (tx) => {
      const id = await invite(tx, person.id, input);
      if (id === null) throw refuse('emailAlreadyExists');
      return id;
    });
    return { data: { participantId } };
  },
});
