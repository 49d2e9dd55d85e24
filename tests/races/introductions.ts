import { sql } from 'kysely';
import {
  approveIntroduction,
  getIntroductions,
  proposeIntroduction,
} from '../../src/features/coaches/introduction/contract.ts';
import { countRows, outcomeOf, countSuccesses, type Race, type RaceContext } from './context.ts';

/** Creates a coach and signs them in. */
async function createCoach({ world }: RaceContext) {
  const id = await world.addCoach();
  return { id, session: await world.signIn(id) };
}

const propose = ({ world }: RaceContext, session: string, text: string) =>
  world.send(proposeIntroduction, [{ field: `text_${session}`, text }]).then(outcomeOf);
const approve = ({ world, adminSession }: RaceContext, introductionId: number) =>
  world.call(approveIntroduction, adminSession, { introductionId }).then(outcomeOf);

/** Returns a coach's proposal as admins see it in their list. */
async function findProposal({ world, adminSession }: RaceContext, coach: number) {
  const { body } = await world.call(getIntroductions, adminSession);
  const proposal = body.data?.find(({ coachId }) => coachId === coach);
  return { id: proposal?.introductionId ?? 0, text: proposal?.text ?? '' };
}

/** Reads the introduction texts of a coach that participants see. */
async function readShownTexts({ world }: RaceContext, coach: number): Promise<string[]> {
  const query = world.db.selectFrom('introduction').select('text').where('person_id', '=', coach);
  return (await query.where('state', '=', 'shown').execute()).map(({ text }) => text);
}

/** Creates a trigger that gives all versions of a coach's introduction the same id. */
const giveVersionsSameIdSql = `
  ALTER TABLE introduction DROP CONSTRAINT introduction_pkey;
  CREATE FUNCTION keep_id() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN NEW.id := NEW.person_id; RETURN NEW; END $$;
  CREATE TRIGGER same_id BEFORE INSERT ON introduction FOR EACH ROW EXECUTE FUNCTION keep_id()`;

/**
 * Makes a coach propose another version while an admin approves the version that the admin has seen. Returns the
 * outcomes of both calls, the text that the admin has seen, and the texts that participants see afterwards.
 */
async function proposeDuringApproval(context: RaceContext) {
  const coach = await createCoach(context);
  await propose(context, coach.session, 'Gesehen');
  const proposal = await findProposal(context, coach.id);
  const [approvalOutcome, proposalOutcome] = await Promise.all([
    approve(context, proposal.id),
    propose(context, coach.session, 'Ungesehen'),
  ]);
  const shownTexts = await readShownTexts(context, coach.id);
  return { approvalOutcome, proposalOutcome, approvedText: proposal.text, shownTexts };
}

/** Races about the introductions of coaches. Participants may only see texts that an admin has seen and approved. */
export const races: readonly Race[] = [
  {
    id: 'R38',
    fault: 'a proposal that replaces the approved one during the approval is shown although no admin has seen it',
    // The guard is that every version has a different id.
    guard: { guardRemovalSql: giveVersionsSameIdSql },
    async runRound(context) {
      const { shownTexts } = await proposeDuringApproval(context);
      return shownTexts.includes('Ungesehen');
    },
  },
  {
    id: 'R38',
    fault: 'an admin approves a version, but no version or a different one is shown',
    guard: { locks: true },
    async runRound(context) {
      const { approvalOutcome, proposalOutcome, approvedText, shownTexts } = await proposeDuringApproval(context);
      const expectedText = approvalOutcome === 'success' ? approvedText : '';
      return proposalOutcome !== 'success' || shownTexts.join() !== expectedText;
    },
  },
  {
    id: 'R38',
    fault: 'a coach who sends two proposals at the same time gets two open proposals, or an error',
    guard: { locks: true },
    async runRound(context) {
      const { id, session } = await createCoach(context);
      const outcomes = await Promise.all(['Eins', 'Zwei'].map((text) => propose(context, session, text)));
      return countSuccesses(outcomes) !== 2 || (await countRows(context, 'introduction', sql`person_id = ${id}`)) !== 1;
    },
  },
];
