import { sql } from 'kysely';
import {
  approveIntroduction,
  getIntroductions,
  proposeIntroduction,
} from '../../src/features/coaches/introduction/contract.ts';
import { count, outcomeOf, times, type Race, type RaceContext } from './context.ts';

/** A coach who is signed in. */
async function coachOf({ world }: RaceContext) {
  const id = await world.coach();
  return { id, session: await world.signIn(id) };
}

const propose = ({ world }: RaceContext, session: string, text: string) =>
  world.send(proposeIntroduction, [{ field: `text_${session}`, text }]).then(outcomeOf);
const approve = ({ world, admin }: RaceContext, introductionId: number) =>
  world.call(approveIntroduction, admin, { introductionId }).then(outcomeOf);

/** What an admin sees in the list of a coach's proposal. */
async function look({ world, admin }: RaceContext, coach: number) {
  const { body } = await world.call(getIntroductions, admin);
  const seen = body.data?.find(({ coachId }) => coachId === coach);
  return { id: seen?.introductionId ?? 0, text: seen?.text ?? '' };
}

/** The texts of a coach that participants see. */
async function shown({ world }: RaceContext, coach: number): Promise<string[]> {
  const rows = world.db.selectFrom('introduction').select('text').where('person_id', '=', coach);
  return (await rows.where('state', '=', 'shown').execute()).map(({ text }) => text);
}

/** A trigger that lets a version keep the number of the one that it replaces. */
const sameNumber = `
  ALTER TABLE introduction DROP CONSTRAINT introduction_pkey;
  CREATE FUNCTION keep_number() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN NEW.id := NEW.person_id; RETURN NEW; END $$;
  CREATE TRIGGER same_number BEFORE INSERT ON introduction FOR EACH ROW EXECUTE FUNCTION keep_number()`;

/** A coach proposes another version while an admin approves the one that they have seen. */
async function meanwhile(context: RaceContext) {
  const coach = await coachOf(context);
  await propose(context, coach.session, 'Gesehen');
  const seen = await look(context, coach.id);
  const [approved, proposed] = await Promise.all([
    approve(context, seen.id),
    propose(context, coach.session, 'Ungesehen'),
  ]);
  return { approved, proposed, seen: seen.text, shown: await shown(context, coach.id) };
}

/** For the introductions of coaches: what is shown is always what an admin has seen. */
export const races: readonly Race[] = [
  {
    no: 'R38',
    fault: 'a proposal that replaces the one being approved is shown unseen',
    // That a number stands for one content is the guard.
    guard: { without: sameNumber },
    async round(context) {
      const { shown: texts } = await meanwhile(context);
      return texts.includes('Ungesehen');
    },
  },
  {
    no: 'R38',
    fault: 'an admin approves a version and something else is shown, or nothing',
    guard: { locks: true },
    async round(context) {
      const { approved, proposed, seen, shown: texts } = await meanwhile(context);
      return proposed !== 'success' || texts.join() !== (approved === 'success' ? seen : '');
    },
  },
  {
    no: 'R38',
    fault: 'a coach who proposes twice at once has two open proposals, or an error',
    guard: { locks: true },
    async round(context) {
      const { id, session } = await coachOf(context);
      const outcomes = await Promise.all(['Eins', 'Zwei'].map((text) => propose(context, session, text)));
      return times(outcomes) !== 2 || (await count(context, 'introduction', sql`person_id = ${id}`)) !== 1;
    },
  },
];
