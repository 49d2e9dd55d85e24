import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findViolations } from '../../src/operations/privacy/invariants.ts';
import { stepSequences } from '../model/step-sequences.ts';
import { runSteps } from '../model/run.ts';
import { prepareRaces } from '../races/context.ts';
import { openMailContext } from '../support/smtp.ts';
import { openWorld } from '../support/world.ts';
import { recordFigure, scaledTries } from './figure.ts';

test('calendars behave like a small model after any sequence of steps', async () => {
  const context = await prepareRaces(await openWorld());
  const parts = openMailContext(context.world.appUrl, context.world.settings);
  const seed = Number(process.env['MODEL_SEED'] ?? Date.now() % 1_000_000_000);
  const numRuns = scaledTries(10_000);
  const details = await fc.check(
    fc.asyncProperty(stepSequences, (steps) => runSteps(context, parts, steps)),
    { numRuns, seed },
  );
  const broken = await findViolations(context.world.db);
  await parts.pool.end();
  await context.world.close();
  recordFigure({
    what: 'Calendars compared with a small model: bookings, moves, absences, undoing, series, cancellations in any order',
    result:
      `${numRuns} sequences of 10 to 30 steps (seed ${seed}), ${details.failed ? 1 : 0} differing from the model, ` +
      `${broken.length} rules of the data broken`,
    goal: '0, 0',
    holds: !details.failed && broken.length === 0,
  });
  expect(fc.defaultReportMessage(details)).toBeUndefined();
  expect(broken).toEqual([]);
});
