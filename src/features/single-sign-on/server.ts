import { lockPerson } from '../people/exports.ts';
import { createRoutes } from '../../platform/http/calls/handler.ts';
import { notFound } from '../../platform/server-error.ts';
import { unbindIdentity } from './contract.ts';
import { unbind } from './unbinding.steps.ts';

/** The handler with which admins unbind a person from their account at the identity provider. */
export const routes = createRoutes(
  { unbindIdentity },
  {
    async unbindIdentity({ input, person, transaction }) {
      await transaction(async (tx) => {
        if (!(await lockPerson(tx, input.userId))) throw notFound();
        await unbind(tx, { actor: person.id, person: input.userId });
      });
      return {};
    },
  },
);
