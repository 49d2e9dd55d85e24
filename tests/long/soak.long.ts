import { expect, test, vi } from 'vitest';
import { runLoad, preparePost } from '../support/load.ts';
import { checkSession } from '../../src/features/accounts/contract.ts';
import { listBookableSlots, cancelAppointment } from '../../src/features/booking/contract.ts';
import { getFiles } from '../../src/features/files/contract.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import { inDays, openWorld } from '../support/world.ts';
import { waitUntilReady, startBuiltPortal } from '../support/built-portal.ts';
import { recordFigure, scaledCount } from './figure.ts';

/**
 * A module that runs in the portal's process. On SIGUSR2 it collects garbage, and prints the memory still in use in MB
 * and the delay of the event loop in ms.
 */
const probe = `
import v8 from 'node:v8'; import vm from 'node:vm'; import { monitorEventLoopDelay } from 'node:perf_hooks';
v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc');
const delay = monitorEventLoopDelay({ resolution: 5 }); delay.enable();
process.on('SIGUSR2', () => {
  const loopDelay = delay.percentile(99) / 1e6; collect(); collect();
  const { heapUsed, rss } = process.memoryUsage();
  console.log('probe ' + JSON.stringify({ heap: heapUsed / 1e6, rss: rss / 1e6, loopDelay })); delay.reset();
});`;

test('under load for minutes, the heap does not grow and no request fails', async () => {
  const world = await openWorld();
  const portal = await startBuiltPortal({
    DATABASE_URL: world.appUrl,
    DATABASE_MIGRATE_URL: world.ownerUrl,
    DATA_DIR: world.dataDir,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(probe)}`,
  });
  await waitUntilReady(portal);
  const coach = await world.addCoach();
  const people = await Promise.all(
    Array.from({ length: 8 }, async (_, nth) => {
      const participant = await world.addParticipant();
      const appointmentId = await world.addAppointment(coach, inDays(9, `1${nth}:00`), { participant });
      return { sessionId: await world.signIn(participant), appointmentId };
    }),
  );
  const countSamples = () => portal.readOutput().split('probe ').length - 1;
  const takeSample = async () => {
    const countBefore = countSamples();
    portal.child.kill('SIGUSR2');
    await vi.waitFor(() => expect(countSamples()).toBe(countBefore + 1), { timeout: 10_000 });
    return JSON.parse(portal.readOutput().split('probe ').at(-1) ?? '') as {
      heap: number;
      rss: number;
      loopDelay: number;
    };
  };
  let requestIndex = 0;
  const prepareNextRequest = () => {
    const { sessionId, appointmentId } = people[requestIndex++ % people.length] ?? { sessionId: '', appointmentId: 0 };
    const callsWithBodies = [
      [listBookableSlots, { sessionId, limit: 50 }],
      [checkSession, { sessionId }],
      [getFiles, { sessionId }],
      // The same cancellation is sent repeatedly. All of these calls take locks, but only the first changes something.
      [cancelAppointment, { sessionId, appointmentId }],
    ];
    const callIndex = Math.floor(requestIndex / people.length) % callsWithBodies.length;
    const [call, body] = callsWithBodies[callIndex] as [{ path: string }, object];
    return preparePost(servicePath(call), body);
  };
  const rounds = scaledCount(12);
  const roundSeconds = 15;
  const heapSamples: { requestCount: number; heap: number }[] = [];
  let requestCount = 0;
  let failedCount = 0;
  let maxLoopDelay = 0;
  try {
    await runLoad(portal.url, 8, prepareNextRequest, roundSeconds);
    const firstSample = await takeSample();
    let rss = firstSample.rss;
    for (let round = 0; round < rounds; round++) {
      const load = await runLoad(portal.url, 8, prepareNextRequest, roundSeconds);
      requestCount += load.requestCount;
      failedCount += load.failedCount;
      const sample = await takeSample();
      rss = sample.rss;
      heapSamples.push({ requestCount, heap: sample.heap });
      maxLoopDelay = Math.max(maxLoopDelay, sample.loopDelay);
    }
    // The slope in megabytes per 100,000 requests, by least squares.
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const meanCount = mean(heapSamples.map((sample) => sample.requestCount));
    const meanHeap = mean(heapSamples.map(({ heap }) => heap));
    const slope =
      (100_000 *
        heapSamples.reduce((sum, sample) => sum + (sample.requestCount - meanCount) * (sample.heap - meanHeap), 0)) /
      (heapSamples.reduce((sum, sample) => sum + (sample.requestCount - meanCount) ** 2, 0) || 1);
    recordFigure({
      subject: 'Memory and event loop under load',
      result:
        `${requestCount} requests in ${rounds * roundSeconds} s, ${failedCount} failed; ` +
        `heap ${firstSample.heap.toFixed(1)} → ${heapSamples.at(-1)?.heap.toFixed(1)} MB, ` +
        `slope ${slope.toFixed(2)} MB per 100,000 requests; ` +
        `memory ${Math.round(firstSample.rss)} → ${Math.round(rss)} MB; ` +
        `event loop p99 at most ${maxLoopDelay.toFixed(1)} ms`,
      goal: 'slope below 2 MB, p99 below 50 ms',
      isMet: slope < 2 && maxLoopDelay < 50 && failedCount === 0,
    });
    expect(failedCount).toBe(0);
    expect(slope).toBeLessThan(2);
  } finally {
    portal.child.kill('SIGTERM');
    await portal.exitCode;
    await world.close();
  }
});
