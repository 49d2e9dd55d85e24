import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCoachList } from '../../../features/coaches/contract.ts';
import { renewFeed } from '../../../features/calendar-feed/contract.ts';
import { checkSession } from '../../../features/accounts/contract.ts';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';
import { servicePath } from '../calls/calls.ts';

let world: World;
let session: string;
beforeAll(async () => {
  world = await openWorld();
  const coaches = Array.from({ length: 40 }, () => world.addCoach());
  await Promise.all(coaches);
  session = await world.signIn(await world.addAdmin());
});
afterAll(() => world.close());

/** Makes a call, and returns the answer as it is sent. Unlike `fetch`, it does not decompress the body. */
function send(path: string, acceptedEncoding: string): Promise<{ encoding: string; body: Buffer }> {
  const headers = { 'content-type': 'application/json', 'accept-encoding': acceptedEncoding };
  return new Promise((resolve, reject) => {
    const call = request(world.address + path, { method: 'POST', headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ encoding: response.headers['content-encoding'] ?? 'none', body: Buffer.concat(chunks) }),
      );
    });
    call.on('error', reject);
    call.end(JSON.stringify({ sessionId: session }));
  });
}

const coachList = servicePath(getCoachList);

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
  ['gzip, br;q=0', 'gzip', gunzipSync],
])('a client that accepts %s gets a long list with the encoding %s [2.2]', async (accepted, encoding, decompress) => {
  const plainAnswer = await send(coachList, 'identity');
  const answer = await send(coachList, accepted);
  expect(plainAnswer.encoding).toBe('none');
  expect(answer.encoding).toBe(encoding);
  expect(answer.body.length).toBeLessThan(plainAnswer.body.length / 2);
  expect(decompress(answer.body).toString()).toBe(plainAnswer.body.toString());
});

test('a short answer is not compressed [2.2]', async () => {
  const { encoding, body } = await send(servicePath(checkSession), 'br, gzip');
  expect(encoding).toBe('none');
  expect(JSON.parse(body.toString())).toMatchObject({ meta: { status: 'success' } });
});

test('an answer that is not JSON, such as a calendar, is not compressed, however long it is [2.2]', async () => {
  const coach = await world.addCoach();
  for (let day = 1; day <= 9; day++)
    await world.addAppointment(coach, inDays(day, '10:00'), { participant: await world.addParticipant() });
  const { body } = await world.call(renewFeed, await world.signIn(coach));
  const { pathname } = new URL(body.data?.address ?? '');
  const response = await fetch(world.address + pathname, { headers: { 'accept-encoding': 'br, gzip' } });
  expect((await response.text()).length).toBeGreaterThan(2_000);
  expect(response.headers.get('content-encoding')).toBeNull();
});
