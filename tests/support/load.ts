import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * The result of a load run: the numbers of requests (all, failed, and per second), and the latencies in milliseconds
 * that the client measured (median, 99th percentile and maximum).
 */
export interface LoadResult {
  requestCount: number;
  failedCount: number;
  perSecond: number;
  p50: number;
  p99: number;
  max: number;
}

/** A request that is ready to be sent, and a text that a successful response contains. */
export interface PreparedRequest {
  bytes: Buffer;
  mustContain: string;
}

/** Prepares a POST request with a JSON body. */
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
 * Sends requests over this many keep-alive connections, one at a time on each. The run ends when `getNextRequest`
 * returns undefined, or after `seconds`. A request fails unless its response is HTTP 200 with the required text. This
 * function speaks HTTP over plain sockets, because a complete HTTP client would use more CPU time than the servers that
 * it measures.
 */
export async function runLoad(
  address: string,
  connections: number,
  getNextRequest: () => PreparedRequest | undefined,
  seconds = Infinity,
): Promise<LoadResult> {
  const { hostname, port } = new URL(address);
  const latencies: number[] = [];
  let failedCount = 0;
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      await once(socket, 'connect');
      return socket;
    }),
  );
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  const sendRequests = async (socket: Socket) => {
    const send = createSender(socket);
    for (let request = getNextRequest(); request && performance.now() < endsAt; request = getNextRequest()) {
      const sentAt = performance.now();
      if (!(await send(request))) failedCount++;
      latencies.push(performance.now() - sentAt);
    }
    socket.destroy();
  };
  await Promise.all(sockets.map(sendRequests));
  const duration = (performance.now() - startedAt) / 1000;
  latencies.sort((a, b) => a - b);
  const percentile = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? NaN;
  return {
    requestCount: latencies.length,
    failedCount,
    perSecond: Math.round(latencies.length / duration),
    p50: round(percentile(0.5)),
    p99: round(percentile(0.99)),
    max: round(percentile(1)),
  };
}

/**
 * Returns a function that sends a request on a connection and waits for the response. The function returns whether the
 * response is HTTP 200 with the required text. It can send only one request at a time.
 */
function createSender(socket: Socket): (request: PreparedRequest) => Promise<boolean> {
  let receivedBytes = Buffer.alloc(0);
  let pendingRequest:
    { mustContain: string; resolve: (isSuccessful: boolean) => void; reject: (error: Error) => void } | undefined;
  socket.on('data', (chunk) => {
    receivedBytes = receivedBytes.length === 0 ? chunk : Buffer.concat([receivedBytes, chunk]);
    const end = findResponseEnd(receivedBytes);
    if (end === undefined || receivedBytes.length < end) return;
    const response = receivedBytes.subarray(0, end);
    receivedBytes = receivedBytes.subarray(end);
    pendingRequest?.resolve(response.includes('HTTP/1.1 200') && response.includes(pendingRequest.mustContain));
  });
  const fail = () => pendingRequest?.reject(new Error('the server closed the connection'));
  socket.on('error', fail).on('close', fail);
  return ({ bytes, mustContain }) =>
    new Promise<boolean>((resolve, reject) => {
      pendingRequest = { mustContain, resolve, reject };
      socket.write(bytes);
    });
}

/**
 * Returns the length of the first response, or undefined before all its headers have arrived. All responses of the
 * portal declare their length.
 */
function findResponseEnd(bytes: Buffer): number | undefined {
  const head = bytes.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const length = /\r\ncontent-length: (\d+)/i.exec(bytes.toString('latin1', 0, head))?.[1];
  if (length === undefined) throw new Error('a response without a content-length');
  return head + 4 + Number(length);
}

const round = (milliseconds: number) => Math.round(milliseconds * 10) / 10;
