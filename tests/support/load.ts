import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** The result of a load run. Latencies in milliseconds, as seen by the client. */
export interface LoadResult {
  requests: number;
  failed: number;
  perSecond: number;
  p50: number;
  p99: number;
  max: number;
}

/** One request, ready to be sent, and a text that a good answer must contain. */
export interface PreparedRequest {
  bytes: Buffer;
  mustContain: string;
}

/** A POST with a JSON body. */
export function preparePost(path: string, body: object, mustContain = '"status":"success"'): PreparedRequest {
  const content = JSON.stringify(body);
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: bench',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(content)}`,
  ];
  return { bytes: Buffer.from(`${head.join('\r\n')}\r\n\r\n${content}`), mustContain };
}

/**
 * Sends requests over this many keep-alive connections, one at a time on each. `next` returns the next request; the run
 * ends when it returns undefined, or after `seconds`. Every answer except HTTP 200 with the required text counts as
 * failed. Writes minimal HTTP itself, because a full client would use more CPU than the servers that it measures.
 */
export async function runLoad(
  address: string,
  connections: number,
  next: () => PreparedRequest | undefined,
  seconds = Infinity,
): Promise<LoadResult> {
  const { hostname, port } = new URL(address);
  const latencies: number[] = [];
  let failed = 0;
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      await once(socket, 'connect');
      return socket;
    }),
  );
  const started = performance.now();
  const end = started + seconds * 1000;
  const worker = async (socket: Socket) => {
    const answers = answersOf(socket);
    for (let request = next(); request && performance.now() < end; request = next()) {
      const sent = performance.now();
      if (!(await answers.to(request))) failed++;
      latencies.push(performance.now() - sent);
    }
    socket.destroy();
  };
  await Promise.all(sockets.map(worker));
  const duration = (performance.now() - started) / 1000;
  latencies.sort((a, b) => a - b);
  const percentile = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? NaN;
  return {
    requests: latencies.length,
    failed,
    perSecond: Math.round(latencies.length / duration),
    p50: round(percentile(0.5)),
    p99: round(percentile(0.99)),
    max: round(percentile(1)),
  };
}

/** Sends requests one by one on a connection; an answer is true for HTTP 200 with the required text. */
function answersOf(socket: Socket) {
  let received = Buffer.alloc(0);
  let pending: { mustContain: string; resolve: (good: boolean) => void; reject: (error: Error) => void } | undefined;
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const end = endOf(received);
    if (end === undefined || received.length < end) return;
    const answer = received.subarray(0, end);
    received = received.subarray(end);
    pending?.resolve(answer.includes('HTTP/1.1 200') && answer.includes(pending.mustContain));
  });
  const fail = () => pending?.reject(new Error('the server closed the connection'));
  socket.on('error', fail).on('close', fail);
  return {
    to: ({ bytes, mustContain }: PreparedRequest) =>
      new Promise<boolean>((resolve, reject) => {
        pending = { mustContain, resolve, reject };
        socket.write(bytes);
      }),
  };
}

/** The end of the first answer, once its headers have arrived. All answers of the service declare their length. */
function endOf(bytes: Buffer): number | undefined {
  const head = bytes.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const length = /\r\ncontent-length: (\d+)/i.exec(bytes.toString('latin1', 0, head))?.[1];
  if (length === undefined) throw new Error('an answer without a content-length');
  return head + 4 + Number(length);
}

const round = (milliseconds: number) => Math.round(milliseconds * 10) / 10;
