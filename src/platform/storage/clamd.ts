import { open } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';

/** The scanner is out of reach, too slow, or did not look at all of a file: the file is not taken. */
export class ScannerAway extends Error {
  override readonly name = 'ScannerAway';
}

/** Signatures are 'old' after two days, and where clamd does not say how old they are. */
export type ScannerState = 'ok' | 'old' | 'away';

/** A virus scanner beside the portal. */
export interface Scanner {
  /** Whether a file holds what the scanner knows as harmful; ScannerAway where it gives no clear answer in time. */
  isInfected(path: string): Promise<boolean>;
  /** Never throws. */
  state(): Promise<ScannerState>;
}

const twoDays = 2 * 86_400_000;

/** How long a file may be looked at, and how long the scanner may take to say who it is, in milliseconds. */
const limits = { scan: 20_000, version: 2_000 };

/**
 * ClamAV's clamd at `host:port` or at the absolute path of its socket (clamd.conf(5)); null where none is set. Files go
 * through the connection (INSTREAM): clamd may neither read ours nor stand on this machine.
 */
export function openScanner(address: string | undefined, { scan, version } = limits): Scanner | null {
  if (address === undefined) return null;
  return {
    async isInfected(path) {
      const answer = await ask(address, scan, (socket) => sendFile(socket, path));
      if (/^stream: .* FOUND$/.test(answer)) return true;
      if (answer === 'stream: OK') return false;
      // 'INSTREAM size limit exceeded', a fault of its own, or nothing at all.
      throw new ScannerAway();
    },
    async state() {
      const answer = await ask(address, version, (socket) => void socket.write('zVERSION\0')).catch(() => null);
      if (answer === null) return 'away';
      // 'ClamAV 1.4.3/27811/Sat Oct 18 08:25:15 2025', in a time zone that it does not tell.
      const built = Date.parse(`${answer.split('/')[2] ?? ''} UTC`);
      return Date.now() - built < twoDays ? 'ok' : 'old';
    },
  };
}

/** One question to clamd, one answer; ScannerAway where none comes before `limit` milliseconds have passed. */
async function ask(address: string, limit: number, send: (socket: Socket) => void | Promise<void>): Promise<string> {
  const [, host = '', port] = /^\[?(.*?)\]?:(\d+)$/.exec(address) ?? [];
  const socket = port === undefined ? connect(address) : connect(Number(port), host);
  const timer = setTimeout(() => socket.destroy(new ScannerAway()), limit);
  try {
    const sent = Promise.resolve(send(socket));
    // Its answer may come, and its end, before all has been sent.
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

/** Each piece behind its length, and a length of zero behind the last. */
async function sendFile(socket: Socket, path: string): Promise<void> {
  socket.write('zINSTREAM\0');
  const file = await open(path, 'r');
  await pipeline(
    file.createReadStream(),
    async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        yield lengthOf(piece.length);
        yield piece;
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
