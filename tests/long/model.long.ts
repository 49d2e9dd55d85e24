import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findViolations } from '../../src/operations/privacy/invariants.ts';
import { stepSequences } from '../model/step-sequences.ts';
import { runSteps } from '../model/run.ts';
import { openMailContext } from '../support/smtp.ts';
import { openWorld } from '../support/world.ts';
import { recordFigure, scaledCount } from './figure.ts';

test('any sequence of steps changes the calendars as a small model predicts', async () => {
  const world = await openWorld();
  const mailContext = openMailContext(world.appUrl, world.settings);
  const seed = Number(process.env['MODEL_SEED'] ?? Date.now() % 1_000_000_000);
  const numRuns = scaledCount(10_000);
  const checkResult = await fc.check(
    fc.asyncProperty(stepSequences, (steps) => runSteps(world, mailContext, steps)),
    { numRuns, seed },
  );
  const violations = await findViolations(world.db);
  await mailContext.pool.end();
  await world.close();
  recordFigure({
    subject:
      'Calendars compared with a small model: ' +
      'bookings, moves, absences, undoing, series, cancellations in any order',
    result:
      `${numRuns} sequences of 10 to 30 steps (seed ${seed}), ` +
      `${checkResult.failed ? 1 : 0} differing from the model, ${violations.length} rules of the data broken`,
    goal: '0, 0',
    isMet: !checkResult.failed && violations.length === 0,
  });
  expect(fc.defaultReportMessage(checkResult)).toBeUndefined();
  expect(violations).toEqual([]);
});
