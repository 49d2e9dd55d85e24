import { sql } from 'kysely';
import { closeErasureRequest, requestErasure, withdrawErasure } from '../../src/features/own-data/erasure/contract.ts';
import { count, outcomeOf, createPeople, countOutcomes, type Race, type RaceContext } from './context.ts';

/** Creates a participant with an open erasure request. */
async function createRequester(context: RaceContext) {
  const [person = { id: 0, session: '' }] = await createPeople(context, 1);
  await context.world.call(requestErasure, person.session, { reason: 'Umzug' });
  return person;
}

const close = ({ world, admin }: RaceContext, participantId: number, reason: string) =>
  world.call(closeErasureRequest, admin, { participantId, reason }).then(outcomeOf);
const countMails = (context: RaceContext, person: number, kind: string) =>
  count(context, 'mail', sql`person_id = ${person} AND kind = ${kind}`);

/** Races about erasure requests, which one person makes and withdraws and several admins answer. */
export const races: readonly Race[] = [
  {
    no: 'R37',
    fault: 'an erasure request is both withdrawn and refused',
    guard: { locks: true },
    async runRound(context) {
      const { id, session } = await createRequester(context);
      const outcomes = await Promise.all([
        context.world.call(withdrawErasure, session).then(outcomeOf),
        close(context, id, 'Nachweise'),
      ]);
      const mailed =
        (await countMails(context, id, 'erasureWithdrawn')) + (await countMails(context, id, 'erasureAnswered'));
      return mailed !== 1 || outcomes.includes('500');
    },
  },
  {
    no: 'R37',
    fault: 'the refusals of one erasure request by two admins both take effect',
    guard: { locks: true },
    async runRound(context) {
      const { id } = await createRequester(context);
      const outcomes = await Promise.all(['Nachweise', 'Frist'].map((reason) => close(context, id, reason)));
      return countOutcomes(outcomes) !== 2 || (await countMails(context, id, 'erasureAnswered')) !== 1;
    },
  },
];
