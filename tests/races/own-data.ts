import { sql } from 'kysely';
import { closeErasureRequest, requestErasure, withdrawErasure } from '../../src/features/own-data/erasure/contract.ts';
import { count, outcomeOf, people, times, type Race, type RaceContext } from './context.ts';

/** Somebody with an open request to be erased. */
async function asking(context: RaceContext) {
  const [person = { id: 0, session: '' }] = await people(context, 1);
  await context.world.call(requestErasure, person.session, { reason: 'Umzug' });
  return person;
}

const close = ({ world, admin }: RaceContext, participantId: number, reason: string) =>
  world.call(closeErasureRequest, admin, { participantId, reason }).then(outcomeOf);
const mails = (context: RaceContext, person: number, kind: string) =>
  count(context, 'mail', sql`person_id = ${person} AND kind = ${kind}`);

/** For requests to be erased: one person asks and withdraws, several admins answer. */
export const races: readonly Race[] = [
  {
    no: 'R37',
    fault: 'a request to be erased that is withdrawn and refused at once is both',
    guard: { locks: true },
    async round(context) {
      const { id, session } = await asking(context);
      const outcomes = await Promise.all([
        context.world.call(withdrawErasure, session).then(outcomeOf),
        close(context, id, 'Nachweise'),
      ]);
      const mailed = (await mails(context, id, 'erasureWithdrawn')) + (await mails(context, id, 'erasureAnswered'));
      return mailed !== 1 || outcomes.includes('500');
    },
  },
  {
    no: 'R37',
    fault: 'two admins who refuse a request to be erased at once are both obeyed',
    guard: { locks: true },
    async round(context) {
      const { id } = await asking(context);
      const outcomes = await Promise.all(['Nachweise', 'Frist'].map((reason) => close(context, id, reason)));
      return times(outcomes) !== 2 || (await mails(context, id, 'erasureAnswered')) !== 1;
    },
  },
];
