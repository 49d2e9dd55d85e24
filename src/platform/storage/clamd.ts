import { open } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';

/** The scanner is unavailable, too slow, or did not scan the whole file: the file is not accepted. */
export class ScannerAway extends Error {
  override readonly name = 'ScannerAway';
}

/** The scanner is 'old' if its signatures are older than two days or clamd does not report their age. */
export type ScannerState = 'ok' | 'old' | 'away';

/** A virus scanner beside the portal. */
export interface Scanner {
  /** Whether the scanner finds something harmful in a file; throws ScannerAway without a clear answer in time. */
  isInfected(path: string): Promise<boolean>;
  /** The scanner's state; never throws. */
  state(): Promise<ScannerState>;
}

const twoDays = 2 * 86_400_000;

/** How long a scan may take, and how long the scanner may take to report its version; milliseconds. */
const limits = { scan: 20_000, version: 2_000 };

/**
 * Opens ClamAV's clamd at `host:port` or at the absolute path of its socket (clamd.conf(5)); null if none is
 * configured. Files are sent over the connection (INSTREAM), because clamd may run on another machine or lack the right
 * to read them.
 */
export function openScanner(address: string | undefined, { scan, version } = limits): Scanner | null {
  if (address === undefined) return null;
  return {
    async isInfected(path) {
      const answer = await ask(address, scan, (socket) => sendFile(socket, path));
      if (/^stream: .* FOUND$/.test(answer)) return true;
      if (answer === 'stream: OK') return false;
      // 'INSTREAM size limit exceeded', an error of clamd, or no answer at all.
      throw new ScannerAway();
    },
    async state() {
      const answer = await ask(address, version, (socket) => void socket.write('zVERSION\0')).catch(() => null);
      if (answer === null) return 'away';
      // 'ClamAV 1.4.3/27811/Sat Oct 18 08:25:15 2025', without a time zone.
      const built = Date.parse(`${answer.split('/')[2] ?? ''} UTC`);
      return Date.now() - built < twoDays ? 'ok' : 'old';
    },
  };
}

/** Sends one command to clamd and returns its answer; throws ScannerAway if none comes within `limit` milliseconds. */
async function ask(address: string, limit: number, send: (socket: Socket) => void | Promise<void>): Promise<string> {
  const [, host = '', port] = /^\[?(.*?)\]?:(\d+)$/.exec(address) ?? [];
  const socket = port === undefined ? connect(address) : connect(Number(port), host);
  const timer = setTimeout(() => socket.destroy(new ScannerAway()), limit);
  try {
    const sent = Promise.resolve(send(socket));
    // The answer, and the end of the connection, may come before everything has been sent.
    sent.catch(() => {});
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString('utf8').replace(/\0$/, '');
  } catch {
    throw new ScannerAway();
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

/** Sends a file in chunks, each after its length, and a length of zero at the end. */
async function sendFile(socket: Socket, path: string): Promise<void> {
  socket.write('zINSTREAM\0');
  const file = await open(path, 'r');
  await pipeline(
    file.createReadStream(),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        yield lengthOf(chunk.length);
        yield chunk;
      }
      yield lengthOf(0);
    },
    socket,
    { end: false },
  );
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}
