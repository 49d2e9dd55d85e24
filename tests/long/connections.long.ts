import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runLoad, preparePost, type LoadResult } from '../support/load.ts';
import { login, checkSession } from '../../src/features/accounts/contract.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import { openWorld } from '../support/world.ts';
import { waitUntilReady, startBuiltPortal } from '../support/built-portal.ts';
import { recordFigure, scaledCount } from './figure.ts';

/** Returns the resident memory of a process in megabytes. Works only on Linux. */
const readMemoryMegabytes = (pid: number) =>
  Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);

const requestHead = `POST ${servicePath(login)} HTTP/1.1\r\nHost: portal.example\r\nContent-Type: application/json\r\n`;
/** Each caller sends one of these texts first, and then about one byte a second. */
const firstTexts = ['', requestHead.slice(0, 40), `${requestHead}Content-Length: 5000\r\n\r\n{`];

test('ten thousand idle and slow connections do not disturb other callers, and are closed', async () => {
  const world = await openWorld();
  const portal = await startBuiltPortal({
    DATABASE_URL: world.appUrl,
    DATABASE_MIGRATE_URL: world.ownerUrl,
    DATA_DIR: world.dataDir,
  });
  await waitUntilReady(portal);
  const sessionId = await world.signIn(await world.addParticipant());
  const request = preparePost(servicePath(checkSession), { sessionId });
  const measureLoad = () => runLoad(portal.url, 4, () => request, 5);
  const sockets = new Set<Socket>();
  const batchSize = 200;
  const openConnections = async (count: number) => {
    for (let openedCount = 0; openedCount < count; openedCount += batchSize) {
      await Promise.all(
        Array.from({ length: Math.min(batchSize, count - openedCount) }, (_, nth) => {
          const socket = connect(Number(new URL(portal.url).port), '127.0.0.1');
          sockets.add(socket);
          socket.on('error', () => {}).on('close', () => sockets.delete(socket));
          const firstText = firstTexts[nth % firstTexts.length];
          return new Promise<void>((done) => {
            socket.once('connect', () => {
              if (firstText) socket.write(firstText);
              done();
            });
            socket.once('close', () => done());
          });
        }),
      );
    }
  };
  // Each socket gets a byte with a probability of 5 %, twenty times a second: about one byte a second.
  const dripTimer = setInterval(() => {
    for (const socket of sockets) if (Math.random() < 0.05) socket.write('x');
  }, 50);
  try {
    await measureLoad();
    const loadBefore = await measureLoad();
    const memoryBefore = readMemoryMegabytes(portal.child.pid ?? 0);
    const connectionCount = scaledCount(10_000);
    await openConnections(connectionCount);
    const loadDuring = await measureLoad();
    const memoryDuring = readMemoryMegabytes(portal.child.pid ?? 0);
    // The portal has reached its limit of connections, so it closes the oldest ones.
    const furtherCount = scaledCount(4_000);
    await openConnections(furtherCount);
    const loadBeyondLimit = await measureLoad();
    const waitStart = performance.now();
    while (sockets.size > 0 && performance.now() - waitStart < 90_000) await sleep(200);
    const waitSeconds = Math.round((performance.now() - waitStart) / 1000);
    const describeLoad = ({ p50, p99, requestCount, failedCount }: LoadResult) =>
      `p50 ${p50} ms, p99 ${p99} ms, ${failedCount} of ${requestCount} failed`;
    recordFigure({
      subject: 'Idle and slow connections',
      result:
        `${connectionCount} beside a caller: ${describeLoad(loadDuring)} ` +
        `(without them: ${describeLoad(loadBefore)}); ` +
        `with ${furtherCount} more: ${describeLoad(loadBeyondLimit)}; ` +
        `memory ${memoryBefore} → ${memoryDuring} MB; ${sockets.size} left ${waitSeconds} s later`,
      goal: '0 failed, 0 left',
      isMet: loadBefore.failedCount + loadDuring.failedCount + loadBeyondLimit.failedCount + sockets.size === 0,
    });
    expect({ failed: loadDuring.failedCount + loadBeyondLimit.failedCount, left: sockets.size }).toEqual({
      failed: 0,
      left: 0,
    });
  } finally {
    clearInterval(dripTimer);
    for (const socket of sockets) socket.destroy();
    portal.child.kill('SIGTERM');
    await portal.exitCode;
    await world.close();
  }
});
