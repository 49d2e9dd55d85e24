import fc from 'fast-check';
import type { CalendarAction, Concerned } from '../model/model.ts';
import { concerned } from '../model/step-sequences.ts';
import { effects, type Interruption, type ServerName } from './interrupter.ts';

/** What people and the portal's jobs do. */
export type Action =
  CalendarAction | 'joinWaitingList' | 'leaveWaitingList' | 'declineOffer' | 'upload' | 'runJobs' | 'wait';

/** A step, and the interruption of a request that the portal makes during this step; null without one. */
export interface FaultyStep extends Concerned {
  action: Action;
  interruption: Interruption | null;
  /** Whether the same is done again, instead of the next step, while a request of this step is held. */
  isRepeated: boolean;
  /** Whether the mail server refuses all recipients for the moment. */
  refusesRecipients: boolean;
}

/** The actions. An action that is listed several times is generated more often. */
const actions: readonly Action[] = [
  ...(['book', 'book', 'book', 'book', 'book', 'book', 'reschedule', 'reschedule', 'cancel', 'cancel'] as const),
  ...(['move', 'createSeries', 'createSeries', 'planAbsence', 'undoAbsence', 'endAbsence'] as const),
  ...(['inactivate', 'reactivate', 'reactivate', 'erase', 'upload'] as const),
  ...(['joinWaitingList', 'joinWaitingList', 'leaveWaitingList', 'declineOffer'] as const),
  ...(['runJobs', 'runJobs', 'wait', 'wait'] as const),
];

/** The servers that the portal needs for an action in addition to the database. */
const serverOf: Partial<Record<Action, ServerName>> = { runJobs: 'mailServer', upload: 'store' };

/**
 * The numbers of the requests that may be interrupted. A booking makes about 5 requests to the database, and making
 * somebody inactive about 40. A mail takes about 12 requests to the mail server.
 */
const requests: Record<ServerName, fc.Arbitrary<number>> = {
  database: fc.oneof(...[5, 12, 40].map((max) => fc.integer({ min: 1, max }))),
  mailServer: fc.integer({ min: 1, max: 24 }),
  store: fc.integer({ min: 1, max: 2 }),
};

/** Returns a generator of the interruptions that are possible in an action. */
function interruptionsOf(action: Action): fc.Arbitrary<Interruption> {
  const servers: ServerName[] = ['database', serverOf[action] ?? 'database'];
  return fc.constantFrom(...servers).chain((server) =>
    fc.record({
      server: fc.constant(server),
      request: requests[server],
      effect: fc.constantFrom(...effects, 'held', 'held'),
    }),
  );
}

const oneInFour = fc.nat(3).map((choice) => choice === 0);

/** Returns a generator of this many random steps. */
export const faultySteps = (count: number): fc.Arbitrary<FaultyStep[]> =>
  fc.array(
    fc.constantFrom(...actions).chain((action) =>
      fc.record({
        action: fc.constant(action),
        ...concerned,
        interruption: fc.option(interruptionsOf(action), { freq: 2 }),
        isRepeated: oneInFour,
        refusesRecipients: oneInFour,
      }),
    ),
    { minLength: count, maxLength: count, size: 'max' },
  );

/** Describes a step in one line of a log. */
export function describeStep(step: FaultyStep): string {
  const { action, participant, coach, day, targetCoach, targetDay, interruption, refusesRecipients } = step;
  const place = `participant ${participant}, coach ${coach} on day ${day}, target ${targetCoach} on day ${targetDay}`;
  const fault = interruption
    ? `; request ${interruption.request} to the ${interruption.server} ${interruption.effect}`
    : '';
  return `${action} (${place})${fault}${refusesRecipients && action === 'runJobs' ? '; recipients refused' : ''}`;
}
