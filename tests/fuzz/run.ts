import { Agent, request } from 'node:http';
import { Writable } from 'node:stream';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { Call } from '../../src/shared/call.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import { findViolations, type ViolatedInvariant } from '../../src/operations/privacy/invariants.ts';
import { routes } from '../../src/app/features.ts';
import { openWorld, type World } from '../support/world.ts';
import { createFixtures, type Fixtures } from './fixtures.ts';
import { findFaults, type ReceivedAnswer } from './answer-faults.ts';
import {
  fillPlaceholders,
  mayCall,
  requestsToAny,
  sessionPlaceholder,
  type FuzzRequest,
  type Caller,
} from './requests.ts';
import { canary, phoneCanary } from './values.ts';

/** The result of a fuzz run. Without defects, `faults` and `violations` are empty lists and `leakCount` is 0. */
export interface FuzzResult {
  requestCount: number;
  callCount: number;
  /** The calls that succeeded at least once; `successCount` is the number of successful requests. */
  succeededCalls: Set<string>;
  successCount: number;
  /**
   * The first 20 faulty responses, each with its request and the index of the request. `faultyCount` is the number of
   * all faulty responses.
   */
  faults: {
    index: number;
    call: string;
    caller: Caller;
    requestText: string;
    faults: string[];
    responseText: string;
  }[];
  faultyCount: number;
  violations: ViolatedInvariant[];
  /**
   * The number of log lines that contain personal data or a session id; `logLineCount` is the number of all log lines.
   */
  leakCount: number;
  logLineCount: number;
}

/** The data is checked, and new people are created, after this many requests. */
const roundSize = 500;
const concurrentRequests = 8;

/**
 * Creates a stream for a portal's log. It stores no lines. `summary` counts all lines, and those that contain personal
 * data or a session id.
 */
export function createWatchedLog() {
  const summary = { lines: 0, leaks: 0, firstLeak: '' };
  const forbiddenText = new RegExp(`${canary}|${phoneCanary}|[0-9a-f]{64}`, 'i');
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      const line = chunk.toString();
      summary.lines++;
      if (forbiddenText.test(line)) {
        summary.leaks++;
        summary.firstLeak ||= line;
      }
      done();
    },
  });
  return { summary, stream };
}

/** Sends this many generated requests to all calls of a new portal, a few at a time, and checks every answer. */
export async function fuzz({ seed, requests }: { seed: number; requests: number }): Promise<FuzzResult> {
  const log = createWatchedLog();
  const world = await openWorld({ env: { LOG_LEVEL: 'trace' }, logStream: log.stream, runsJobs: true });
  try {
    await world.addLocation('Köln');
    const result = await fuzzWorld(world, { seed, requests });
    return { ...result, logLineCount: log.summary.lines, leakCount: log.summary.leaks };
  } finally {
    await world.close();
  }
}

/**
 * Does the same as `fuzz` in an existing world, but does not watch the log. So `logLineCount` and `leakCount` of the
 * result are 0.
 */
export async function fuzzWorld(
  world: World,
  { seed, requests }: { seed: number; requests: number },
): Promise<FuzzResult> {
  const calls = routes.map(({ call }) => call);
  const result: FuzzResult = {
    requestCount: 0,
    callCount: calls.length,
    succeededCalls: new Set<string>(),
    successCount: 0,
    faults: [],
    faultyCount: 0,
    violations: [],
    logLineCount: 0,
    leakCount: 0,
  };
  const agent = new Agent({ keepAlive: true, maxSockets: concurrentRequests });
  const createdPeople: Fixtures['createdPeople'][] = [];
  // Each round has its own seed, so a request can be repeated without the earlier rounds.
  for (let round = 0; result.requestCount < requests; round++) {
    const size = Math.min(roundSize, requests - result.requestCount);
    const requestsOfRound = fc.sample(requestsToAny(calls), { seed: seed + round, numRuns: size });
    const fixtures = await createFixtures(world);
    createdPeople.push(fixtures.createdPeople);
    const queue = requestsOfRound.entries();
    await Promise.all(
      Array.from({ length: concurrentRequests }, async () => {
        for (const [index, fuzzRequest] of queue)
          await sendAndCheck(world, agent, fixtures, fuzzRequest, round * roundSize + index, result);
      }),
    );
    result.requestCount += size;
    result.violations = [...(await findViolations(world.db)), ...(await findUngrantedRights(world, createdPeople))];
    if (result.violations.length > 0) break;
  }
  agent.destroy();
  return result;
}

async function sendAndCheck(
  world: World,
  agent: Agent,
  fixtures: Fixtures,
  fuzzRequest: FuzzRequest,
  index: number,
  result: FuzzResult,
): Promise<void> {
  const { call, caller, method } = fuzzRequest;
  const sessions = fixtures.sessions[caller];
  const { contentType, bytes } = encode(fuzzRequest, fixtures, sessions[index % sessions.length] ?? '');
  const headers = { ...(contentType === null ? {} : { 'content-type': contentType }), 'content-length': bytes.length };
  const faults: string[] = [];
  let answer: ReceivedAnswer | null = null;
  try {
    answer = await send(agent, world.address + servicePath(call), method, headers, bytes);
    faults.push(...findFaults(call, mayCall(call, caller), answer));
    if (answer.status === 200 && isSuccess(call, answer)) {
      result.successCount++;
      result.succeededCalls.add(call.path);
    }
  } catch (error) {
    faults.push(`no answer: ${String(error)}`);
  }
  if (faults.length === 0) return;
  result.faultyCount++;
  if (result.faults.length < 20)
    result.faults.push({
      index,
      call: `${method} ${call.path}`,
      caller,
      faults,
      requestText: bytes.subarray(0, 400).toString(),
      responseText: `${answer?.status} ${answer?.body.subarray(0, 300).toString()}`,
    });
}

const isSuccess = (call: Call, { headers, body }: ReceivedAnswer) =>
  call.responseType === 'file'
    ? headers['content-type'] === 'application/octet-stream'
    : body.includes('"status":"success"');

/** Fills the placeholders of a request, and returns its content type and bytes. */
function encode(
  { body, call }: FuzzRequest,
  fixtures: Fixtures,
  session: string,
): { contentType: string | null; bytes: Buffer } {
  const pick = <T>(list: readonly T[], index: number) => list[index % list.length] as T;
  const callerIds = fixtures.idsBySession.get(session);
  const fill = (value: unknown) =>
    fillPlaceholders(value, ({ kind, index }) => {
      // Half of the ids are the caller's own, if the caller has any.
      const ownIds = (index % 2 === 0 && callerIds?.[kind]) || [];
      return ownIds.length > 0 ? pick(ownIds, index / 2) : pick(fixtures.ids[kind], index);
    });
  switch (body.kind) {
    case 'raw':
      return { contentType: body.contentType, bytes: Buffer.from(body.bytes) };
    case 'json': {
      const fields = fill(body.fields) as Record<string, unknown>;
      const sessionField = session || call.may !== 'everyone' ? { sessionId: session } : {};
      return { contentType: 'application/json', bytes: Buffer.from(JSON.stringify({ ...fields, ...sessionField })) };
    }
    case 'parts': {
      const chunks = body.parts.flatMap(({ namePieces, fileName, content }) => {
        const name = namePieces.map((piece) => (piece === sessionPlaceholder ? session : String(fill(piece)))).join('');
        const fileParameter = fileName === null ? '' : `; filename="${fileName}"`;
        return [
          Buffer.from(`--boundary\r\nContent-Disposition: form-data; name="${name}"${fileParameter}\r\n\r\n`),
          Buffer.from(fixtures.files[content]),
          Buffer.from('\r\n'),
        ];
      });
      const complete = Buffer.concat([...chunks, Buffer.from('--boundary--\r\n')]);
      const sentBytes = body.isCut ? complete.subarray(0, Math.floor(complete.length / 2)) : complete;
      return { contentType: 'multipart/form-data; boundary=boundary', bytes: sentBytes };
    }
  }
}

function send(
  agent: Agent,
  url: string,
  method: string,
  headers: Record<string, string | number>,
  bytes: Buffer,
): Promise<ReceivedAnswer> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(url, { agent, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    clientRequest.on('error', reject);
    clientRequest.end(bytes);
  });
}

/**
 * Finds people who have a right, password or e-mail address that no audit entry explains. They exist only if a call
 * stores undeclared fields of its input. Role 3 is admin, and role 2 is coach.
 */
async function findUngrantedRights(
  world: World,
  createdPeople: Fixtures['createdPeople'][],
): Promise<ViolatedInvariant[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT p.id::text AS id FROM person p LEFT JOIN coach c ON c.person_id = p.id
    LEFT JOIN json_to_recordset(${JSON.stringify(createdPeople.flat())}::json)
      AS original (id bigint, role smallint, speed_coach boolean, email text, hash text) ON original.id = p.id
    LEFT JOIN LATERAL (
      SELECT coalesce(array_agg(action), '{}') AS actions FROM audit WHERE person_id = p.id
    ) logged ON true
    WHERE p.role_id = 3 AND original.role IS DISTINCT FROM 3
      OR p.role_id = 2 AND original.role IS DISTINCT FROM 2 AND NOT 'coachMade' = ANY (actions)
      OR c.speed_coach AND NOT coalesce(original.speed_coach, false) AND NOT actions && '{coachEdited,coachInactivated}'
      OR p.email IS DISTINCT FROM original.email
        AND NOT actions && '{registered,invited,emailChanged,userDataChanged,coachMade,coachEdited,coachInactivated,anonymised}'
      OR p.password_hash IS DISTINCT FROM original.hash
        AND NOT actions && '{registered,passwordChanged,defaultPasswordSet,anonymised}'
  `.execute(world.db);
  if (rows.length === 0) return [];
  return [{ name: 'ungrantedRight', rule: 'No person can grant themselves a right.', ids: rows.map(({ id }) => id) }];
}
