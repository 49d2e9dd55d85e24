import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations } from '../../src/operations/privacy/invariants.ts';
import { prepareRaces, type RaceContext } from '../races/context.ts';
import { openMailContext, type MailContext } from '../support/smtp.ts';
import { openWorld } from '../support/world.ts';
import { stepSequences } from './step-sequences.ts';
import { runSteps } from './run.ts';

let context: RaceContext;
let mailContext: MailContext;
beforeAll(async () => {
  context = await prepareRaces(await openWorld());
  mailContext = openMailContext(context.world.appUrl, context.world.settings);
});
afterAll(async () => {
  await mailContext.pool.end();
  await context.world.close();
});

test('steps in any order change the calendar as a small model predicts, and the mails keep every calendar app up to date [4.17] [7.13] [11.5] [14.1] [14.2] [14.3]', async () => {
  await fc.assert(
    fc.asyncProperty(stepSequences, (steps) => runSteps(context, mailContext, steps)),
    { numRuns: 100, seed: 370175837 },
  );
  expect(await findViolations(context.world.db)).toEqual([]);
}, 300_000);
