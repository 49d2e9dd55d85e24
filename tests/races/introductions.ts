import { sql } from 'kysely';
import {
  approveIntroduction,
  getIntroductions,
  proposeIntroduction,
} from '../../src/features/coaches/introduction/contract.ts';
import { count, outcomeOf, countOutcomes, type Race, type RaceContext } from './context.ts';

/** Creates a coach and signs them in. */
async function createCoach({ world }: RaceContext) {
  const id = await world.coach();
  return { id, session: await world.signIn(id) };
}

const propose = ({ world }: RaceContext, session: string, text: string) =>
  world.send(proposeIntroduction, [{ field: `text_${session}`, text }]).then(outcomeOf);
const approve = ({ world, admin }: RaceContext, introductionId: number) =>
  world.call(approveIntroduction, admin, { introductionId }).then(outcomeOf);

/** Returns a coach's proposal as admins see it in their list. */
async function findProposal({ world, admin }: RaceContext, coach: number) {
  const { body } = await world.call(getIntroductions, admin);
  const seen = body.data?.find(({ coachId }) => coachId === coach);
  return { id: seen?.introductionId ?? 0, text: seen?.text ?? '' };
}

/** The texts of a coach that participants see. */
async function shownTexts({ world }: RaceContext, coach: number): Promise<string[]> {
  const rows = world.db.selectFrom('introduction').select('text').where('person_id', '=', coach);
  return (await rows.where('state', '=', 'shown').execute()).map(({ text }) => text);
}

/** SQL: a trigger that gives every version of an introduction the number of the version that it replaces. */
const sameNumber = `
  ALTER TABLE introduction DROP CONSTRAINT introduction_pkey;
  CREATE FUNCTION keep_number() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN NEW.id := NEW.person_id; RETURN NEW; END $$;
  CREATE TRIGGER same_number BEFORE INSERT ON introduction FOR EACH ROW EXECUTE FUNCTION keep_number()`;

/** Lets a coach propose another version while an admin approves the version that the admin has seen. */
async function proposeDuringApproval(context: RaceContext) {
  const coach = await createCoach(context);
  await propose(context, coach.session, 'Gesehen');
  const seen = await findProposal(context, coach.id);
  const [approved, proposed] = await Promise.all([
    approve(context, seen.id),
    propose(context, coach.session, 'Ungesehen'),
  ]);
  return { approved, proposed, seen: seen.text, shown: await shownTexts(context, coach.id) };
}

/** Races about the introductions of coaches: participants only ever see what an admin has seen. */
export const races: readonly Race[] = [
  {
    no: 'R38',
    fault: 'a proposal that replaces the one being approved is shown although no admin has seen it',
    // The guard is that a number stands for one version only.
    guard: { removingSql: sameNumber },
    async runRound(context) {
      const { shown: texts } = await proposeDuringApproval(context);
      return texts.includes('Ungesehen');
    },
  },
  {
    no: 'R38',
    fault: 'an admin approves a version and another one is shown, or none',
    guard: { locks: true },
    async runRound(context) {
      const { approved, proposed, seen, shown: texts } = await proposeDuringApproval(context);
      return proposed !== 'success' || texts.join() !== (approved === 'success' ? seen : '');
    },
  },
  {
    no: 'R38',
    fault: 'a coach who sends two proposals at the same time gets two open proposals, or an error',
    guard: { locks: true },
    async runRound(context) {
      const { id, session } = await createCoach(context);
      const outcomes = await Promise.all(['Eins', 'Zwei'].map((text) => propose(context, session, text)));
      return countOutcomes(outcomes) !== 2 || (await count(context, 'introduction', sql`person_id = ${id}`)) !== 1;
    },
  },
];
