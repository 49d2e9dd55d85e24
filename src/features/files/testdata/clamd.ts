import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { eicar } from './hostile-file.ts';

/** The behaviour of the stand-in for the virus scanner. */
interface Behaviour {
  /** Whether it never answers. */
  isSilent?: boolean;
  /** The number of bytes above which it reports a file as too large. */
  maxBytes?: number;
  /** The date of its virus signatures; by default now. */
  signaturesBuiltAt?: Date;
}

/**
 * Starts a stand-in for the virus scanner clamd, since test machines have no clamd with signatures. It speaks the part
 * of the protocol that the portal uses, and only knows the EICAR test virus. `behaviour` may be changed at any time.
 * The port 0 chooses a free port. After `close()`, another stand-in may use the port.
 */
export async function startClamd(behaviour: Behaviour = {}, port = 0) {
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    const answer = (text: string) => socket.end(`${text}\0`);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      if (behaviour.isSilent) return;
      received = Buffer.concat([received, chunk]);
      if (received.includes('zVERSION\0')) return answer(versionText(behaviour.signaturesBuiltAt ?? new Date()));
      const content = decodeChunks(received.subarray('zINSTREAM\0'.length));
      if (content.bytes.length > (behaviour.maxBytes ?? Infinity)) answer('INSTREAM size limit exceeded. ERROR');
      else if (content.isComplete)
        answer(content.bytes.includes(eicar) ? 'stream: Eicar-Signature FOUND' : 'stream: OK');
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const usedPort = (server.address() as AddressInfo).port;
  return {
    port: usedPort,
    address: `127.0.0.1:${usedPort}`,
    behaviour,
    close: () => new Promise((done) => server.close(done)),
  };
}

/** Returns clamd's answer about its version, which ends with the date of its signatures: 'Fri Nov 20 08:25:15 2026'. */
function versionText(built: Date): string {
  const [day, date, month, year, time] = built.toUTCString().replace(',', '').split(' ');
  return `ClamAV 1.4.6/27821/${day} ${month} ${date} ${time} ${year}`;
}

/**
 * Decodes the file from chunks, which begin with their lengths. `isComplete` is true once the last chunk, which has the
 * length 0, has arrived.
 */
function decodeChunks(chunks: Buffer) {
  const contents: Buffer[] = [];
  for (let at = 0; at + 4 <= chunks.length;) {
    const length = chunks.readUInt32BE(at);
    if (length === 0) return { bytes: Buffer.concat(contents), isComplete: true };
    contents.push(chunks.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return { bytes: Buffer.concat(contents), isComplete: false };
}
