import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** What a load run showed. Latencies in milliseconds, as the client saw them. */
export interface Load {
  requests: number;
  failed: number;
  perSecond: number;
  p50: number;
  p99: number;
  max: number;
}

/** One request, ready to be sent, and a text that its answer must hold to count as good. */
export interface Shot {
  bytes: Buffer;
  proof: string;
}

/** A POST with a JSON body. */
export function post(path: string, body: object, proof = '"status":"success"'): Shot {
  const content = JSON.stringify(body);
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: bench',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(content)}`,
  ];
  return { bytes: Buffer.from(`${head.join('\r\n')}\r\n\r\n${content}`), proof };
}

/**
 * Sends requests over so many kept-alive connections, each with one request under way at a time. `next` gives the
 * requests, undefined ends the run; so do `seconds`, where they are given. Every answer but HTTP 200 with its proof
 * counts as failed. Speaks just enough HTTP by hand: a client that parses well takes more of the machine than the
 * servers that are to be measured.
 */
export async function load(
  address: string,
  connections: number,
  next: () => Shot | undefined,
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
    for (let shot = next(); shot && performance.now() < end; shot = next()) {
      const sent = performance.now();
      if (!(await answers.to(shot))) failed++;
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

/** The answers on a connection, asked for one after the other: true for HTTP 200 with its proof. */
function answersOf(socket: Socket) {
  let read = Buffer.alloc(0);
  let wanted: { proof: string; resolve: (good: boolean) => void; reject: (error: Error) => void } | undefined;
  socket.on('data', (chunk) => {
    read = read.length === 0 ? chunk : Buffer.concat([read, chunk]);
    const end = endOf(read);
    if (end === undefined || read.length < end) return;
    const answer = read.subarray(0, end);
    read = read.subarray(end);
    wanted?.resolve(answer.includes('HTTP/1.1 200') && answer.includes(wanted.proof));
  });
  const broken = () => wanted?.reject(new Error('the server closed the connection'));
  socket.on('error', broken).on('close', broken);
  return {
    to: ({ bytes, proof }: Shot) =>
      new Promise<boolean>((resolve, reject) => {
        wanted = { proof, resolve, reject };
        socket.write(bytes);
      }),
  };
}

/** Where the first answer ends, once its head is there. All answers of the service tell their length. */
function endOf(read: Buffer): number | undefined {
  const head = read.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const length = /\r\ncontent-length: (\d+)/i.exec(read.toString('latin1', 0, head))?.[1];
  if (length === undefined) throw new Error('an answer without its length');
  return head + 4 + Number(length);
}

const round = (milliseconds: number) => Math.round(milliseconds * 10) / 10;
