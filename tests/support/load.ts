import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** The result of a load run. Latencies in milliseconds, as seen by the client. */
export interface Load {
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
export function post(path: string, body: object, mustContain = '"status":"success"'): PreparedRequest {
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
 * Sends requests over this many kept-alive connections, each with one request under way at a time. `next` returns the
 * requests, undefined ends the run; so do `seconds`, if given. Every answer except HTTP 200 with the required text
 * counts as failed. Speaks minimal HTTP by hand: a full client would take more of the machine than the servers to be
 * measured.
 */
export async function load(
  address: string,
  connections: number,
  next: () => PreparedRequest | undefined,
  seconds = Infinity,
): Promise<Load> {
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
  const took = (performance.now() - started) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? NaN;
  return {
    requests: latencies.length,
    failed,
    perSecond: Math.round(latencies.length / took),
    p50: round(at(0.5)),
    p99: round(at(0.99)),
    max: round(at(1)),
  };
}

/** The answers on a connection, requested one by one: true for HTTP 200 with the required text. */
function answersOf(socket: Socket) {
  let read = Buffer.alloc(0);
  let wanted: { mustContain: string; resolve: (good: boolean) => void; reject: (error: Error) => void } | undefined;
  socket.on('data', (chunk) => {
    read = read.length === 0 ? chunk : Buffer.concat([read, chunk]);
    const end = endOf(read);
    if (end === undefined || read.length < end) return;
    const answer = read.subarray(0, end);
    read = read.subarray(end);
    wanted?.resolve(answer.includes('HTTP/1.1 200') && answer.includes(wanted.mustContain));
  });
  const broken = () => wanted?.reject(new Error('the server closed the connection'));
  socket.on('error', broken).on('close', broken);
  return {
    to: ({ bytes, mustContain }: PreparedRequest) =>
      new Promise<boolean>((resolve, reject) => {
        wanted = { mustContain, resolve, reject };
        socket.write(bytes);
      }),
  };
}

/** Where the first answer ends, once its headers are there. All answers of the service declare their length. */
function endOf(read: Buffer): number | undefined {
  const head = read.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const length = /\r\ncontent-length: (\d+)/i.exec(read.toString('latin1', 0, head))?.[1];
  if (length === undefined) throw new Error('an answer without its length');
  return head + 4 + Number(length);
}

const round = (milliseconds: number) => Math.round(milliseconds * 10) / 10;
