import { expect, test } from 'vitest';
import { fuzz } from '../fuzz/run.ts';
import { recordFigure, scaledTries } from './figure.ts';

test('generated requests cause no faulty responses, no broken data and no leaks into the log', async () => {
  // The seed is different each time; with FUZZ_SEED the requests of a run can be repeated.
  const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000_000);
  const result = await fuzz({ seed, requests: scaledTries(100_000) });
  const { requests, calls, succeeded, successes, faulty, faults, broken, leaks, lines } = result;
  console.log(faults, broken);
  const holds = faulty === 0 && broken.length === 0;
  recordFigure({
    subject: 'Fuzz: answers that are faults or not declared, and rules of the data broken',
    result:
      `${requests} requests over ${calls} calls (${successes} successes, ${succeeded.size} calls with one; ` +
      `seed ${seed}): ${faulty} wrong answers, ${broken.length} rules broken`,
    goal: '0 and 0 of 100000',
    holds,
  });
  recordFigure({
    subject: 'Fuzz: session ids, names, addresses, phone numbers, file names in the log',
    result: `${lines} lines of the app's log at its most verbose level over ${requests} requests: ${leaks}`,
    goal: '0',
    holds: leaks === 0,
  });
  expect({ faults, broken, leaks }).toEqual({ faults: [], broken: [], leaks: 0 });
});
