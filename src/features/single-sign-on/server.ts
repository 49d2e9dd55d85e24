import { audit } from '../audit/exports.ts';
import { lockPerson } from '../people/exports.ts';
import { endSessions } from '../sessions/exports.ts';
import { createRoutes } from '../../platform/http/calls/handler.ts';
import { notFound } from '../../platform/server-error.ts';
import { unbindIdentity } from './contract.ts';
import * as sql from './sql.ts';

/** The handler with which admins unbind a person from their account at the identity provider. */
export const routes = createRoutes(
  { unbindIdentity },
  {
    async unbindIdentity({ input, person, transaction }) {
      await transaction(async (tx) => {
        if (!(await lockPerson(tx, input.userId))) throw notFound();
        if (!(await sql.unbindIdentity(tx, input.userId))) return;
        await sql.deleteCodes(tx, input.userId);
        await endSessions(tx, input.userId);
        await audit(tx, { actor: person.id, action: 'identityUnbound', person: input.userId });
      });
      return {};
    },
  },
);
