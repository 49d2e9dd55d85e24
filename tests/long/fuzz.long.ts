import { expect, test } from 'vitest';
import { fuzz } from '../fuzz/run.ts';
import { recordFigure, scaledCount } from './figure.ts';

test('generated requests cause no faulty responses, no broken data and no leaks into the log', async () => {
  // The seed is different each time; with FUZZ_SEED the requests of a run can be repeated.
  const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000_000);
  const result = await fuzz({ seed, requests: scaledCount(100_000) });
  const { requestCount, callCount, succeededCalls, successCount, faultyCount, faults, violations, leakCount } = result;
  console.log(faults, violations);
  const isMet = faultyCount === 0 && violations.length === 0;
  recordFigure({
    subject: 'Fuzz: answers that are faults or not declared, and rules of the data broken',
    result:
      `${requestCount} requests over ${callCount} calls (${successCount} successes, ${succeededCalls.size} calls with one; ` +
      `seed ${seed}): ${faultyCount} wrong answers, ${violations.length} rules broken`,
    goal: '0 and 0 of 100000',
    isMet,
  });
  recordFigure({
    subject: 'Fuzz: session ids, names, addresses, phone numbers, file names in the log',
    result: `${result.logLineCount} lines of the app's log at its most verbose level over ${requestCount} requests: ${leakCount}`,
    goal: '0',
    isMet: leakCount === 0,
  });
  expect({ faults, violations, leakCount }).toEqual({ faults: [], violations: [], leakCount: 0 });
});
