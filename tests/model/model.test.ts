import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations } from '../../src/operations/privacy/invariants.ts';
import { openMailContext, type MailContext } from '../support/smtp.ts';
import { openWorld, type World } from '../support/world.ts';
import { stepSequences } from './step-sequences.ts';
import { runSteps } from './run.ts';

let world: World;
let mailContext: MailContext;
beforeAll(async () => {
  world = await openWorld();
  mailContext = openMailContext(world.appUrl, world.settings);
});
afterAll(async () => {
  await mailContext.pool.end();
  await world.close();
});

test('steps in any order change the calendar as a small model predicts, and the mails keep every calendar app up to date [4.17] [7.13] [11.5] [14.1] [14.2] [14.3]', async () => {
  await fc.assert(
    fc.asyncProperty(stepSequences, (steps) => runSteps(world, mailContext, steps)),
    { numRuns: 40, seed: 370175837 },
  );
  expect(await findViolations(world.db)).toEqual([]);
}, 300_000);
