import { open } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';

/** Thrown if the scanner is unavailable, too slow, or has not scanned the whole file. */
export class ScannerUnavailable extends Error {
  override readonly name = 'ScannerUnavailable';
}

/** 'old' means that the virus signatures are older than two days or of unknown age; 'away' means unavailable. */
export type ScannerState = 'ok' | 'old' | 'away';

/** A virus scanner. */
export interface Scanner {
  /** Whether a file is infected. Throws ScannerUnavailable if the scanner gives no clear result in time. */
  isInfected(path: string): Promise<boolean>;
  /** Returns the state of the scanner. Never throws. */
  state(): Promise<ScannerState>;
}

const twoDaysMs = 2 * 86_400_000;

/** The time limits of a scan and of a request for the version, in milliseconds. */
const timeLimitsMs = { scan: 20_000, version: 2_000 };

/**
 * Opens the virus scanner ClamAV (clamd) at `host:port` or at the absolute path of its socket. Returns null if none is
 * configured. Files are sent over the connection (INSTREAM), because clamd may run on another machine or may not be
 * allowed to read them. For the format of its responses see clamd(8).
 */
export function openScanner(
  address: string | undefined,
  { scan: scanLimitMs, version: versionLimitMs } = timeLimitsMs,
): Scanner | null {
  if (address === undefined) return null;
  return {
    async isInfected(path) {
      const response = await sendCommand(address, scanLimitMs, (socket) => sendFile(socket, path));
      if (/^stream: .* FOUND$/.test(response)) return true;
      if (response === 'stream: OK') return false;
      // The file exceeds clamd's size limit, or clamd has reported another error or nothing at all.
      throw new ScannerUnavailable();
    },
    async state() {
      const response = await sendCommand(address, versionLimitMs, (socket) => void socket.write('zVERSION\0')).catch(
        () => null,
      );
      if (response === null) return 'away';
      // The response looks like 'ClamAV 1.4.3/27811/Sat Oct 18 08:25:15 2025' and ends with the date of the signatures.
      const builtAt = Date.parse(`${response.split('/')[2] ?? ''} UTC`);
      return Date.now() - builtAt < twoDaysMs ? 'ok' : 'old';
    },
  };
}

/**
 * Sends a command to clamd and returns the response. Throws ScannerUnavailable if that fails or takes longer than
 * `limitMs`.
 */
async function sendCommand(
  address: string,
  limitMs: number,
  send: (socket: Socket) => void | Promise<void>,
): Promise<string> {
  const [, host = '', port] = /^\[?(.*?)\]?:(\d+)$/.exec(address) ?? [];
  const socket = port === undefined ? connect(address) : connect(Number(port), host);
  const timer = setTimeout(() => socket.destroy(new ScannerUnavailable()), limitMs);
  try {
    const sent = Promise.resolve(send(socket));
    // clamd may respond and close the connection before everything has been sent. Only its response matters then.
    sent.catch(() => {});
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString('utf8').replace(/\0$/, '');
  } catch {
    throw new ScannerUnavailable();
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

/** Sends a file in chunks, with the length before each chunk, and a length of zero at the end. */
async function sendFile(socket: Socket, path: string): Promise<void> {
  socket.write('zINSTREAM\0');
  const file = await open(path, 'r');
  await pipeline(
    file.createReadStream(),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        yield encodeLength(chunk.length);
        yield chunk;
      }
      yield encodeLength(0);
    },
    socket,
    { end: false },
  );
}

function encodeLength(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}
