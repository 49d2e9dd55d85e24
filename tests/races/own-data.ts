import { sql } from 'kysely';
import { closeErasureRequest, requestErasure, withdrawErasure } from '../../src/features/own-data/erasure/contract.ts';
import { countRows, outcomeOf, createPeople, countSuccesses, type Race, type RaceContext } from './context.ts';

/** Creates a participant with an open erasure request. */
async function createRequester(context: RaceContext) {
  const [person = { id: 0, session: '' }] = await createPeople(context, 1);
  await context.world.call(requestErasure, person.session, { reason: 'Umzug' });
  return person;
}

/** Refuses an erasure request as an admin; returns the outcome. */
const refuse = ({ world, adminSession }: RaceContext, participantId: number, reason: string) =>
  world.call(closeErasureRequest, adminSession, { participantId, reason }).then(outcomeOf);
const countMails = (context: RaceContext, person: number, kind: string) =>
  countRows(context, 'mail', sql`person_id = ${person} AND kind = ${kind}`);

/** Races about erasure requests, which participants withdraw and admins refuse. */
export const races: readonly Race[] = [
  {
    id: 'R37',
    fault: 'an erasure request is both withdrawn and refused',
    guard: { locks: true },
    async runRound(context) {
      const { id, session } = await createRequester(context);
      const outcomes = await Promise.all([
        context.world.call(withdrawErasure, session).then(outcomeOf),
        refuse(context, id, 'Nachweise'),
      ]);
      const mailCount =
        (await countMails(context, id, 'erasureWithdrawn')) + (await countMails(context, id, 'erasureAnswered'));
      return mailCount !== 1 || outcomes.includes('500');
    },
  },
  {
    id: 'R37',
    fault: 'of two admins who refuse one erasure request, one gets an error, or both refusals send a mail',
    guard: { locks: true },
    async runRound(context) {
      const { id } = await createRequester(context);
      const outcomes = await Promise.all(['Nachweise', 'Frist'].map((reason) => refuse(context, id, reason)));
      return countSuccesses(outcomes) !== 2 || (await countMails(context, id, 'erasureAnswered')) !== 1;
    },
  },
];
