import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { eicar } from './hostile-file.ts';

/** The behaviour of the stand-in: its signatures date from `built`, and files above `mostBytes` exceed its limit. */
interface Conduct {
  silent?: boolean;
  mostBytes?: number;
  built?: Date;
}

/**
 * Starts a stand-in for clamd with the part of its protocol that the portal uses, since test machines have no clamd
 * with signatures. It only knows the test virus. `conduct` may be changed at any time; after `close()` another stand-in
 * may use its port.
 */
export async function startClamd(conduct: Conduct = {}, port = 0) {
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    const answer = (text: string) => socket.end(`${text}\0`);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      if (conduct.silent) return;
      received = Buffer.concat([received, chunk]);
      if (received.includes('zVERSION\0')) return answer(version(conduct.built ?? new Date()));
      const content = contentOf(received.subarray('zINSTREAM\0'.length));
      if (content.bytes.length > (conduct.mostBytes ?? Infinity)) answer('INSTREAM size limit exceeded. ERROR');
      else if (content.whole) answer(content.bytes.includes(eicar) ? 'stream: Eicar-Signature FOUND' : 'stream: OK');
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const usedPort = (server.address() as AddressInfo).port;
  return {
    port: usedPort,
    address: `127.0.0.1:${usedPort}`,
    conduct,
    close: () => new Promise((done) => server.close(done)),
  };
}

/** The version of clamd, with a date in its format: 'Fri Nov 20 08:25:15 2026'. */
function version(built: Date): string {
  const [day, date, month, year, time] = built.toUTCString().replace(',', '').split(' ');
  return `ClamAV 1.4.6/27821/${day} ${month} ${date} ${time} ${year}`;
}

/** The bytes received so far, and whether they are complete (`whole`). */
function contentOf(chunks: Buffer) {
  const contents: Buffer[] = [];
  for (let at = 0; at + 4 <= chunks.length;) {
    const length = chunks.readUInt32BE(at);
    if (length === 0) return { bytes: Buffer.concat(contents), whole: true };
    contents.push(chunks.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return { bytes: Buffer.concat(contents), whole: false };
}
