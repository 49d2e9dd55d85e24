import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { eicar } from './hostile-file.ts';

/** What the stand-in does; its signatures date from `built`, files above `mostBytes` exceed its limit. */
interface Conduct {
  silent?: boolean;
  mostBytes?: number;
  built?: Date;
}

/**
 * A stand-in for clamd with the part of its protocol that the portal uses, since test machines have none with
 * signatures. It only knows the test virus. `conduct` may be changed at any time; after `close()` another one may take
 * its port.
 */
export async function startClamd(conduct: Conduct = {}, port = 0) {
  const server = createServer((socket) => {
    let heard = Buffer.alloc(0);
    const answer = (text: string) => socket.end(`${text}\0`);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      if (conduct.silent) return;
      heard = Buffer.concat([heard, chunk]);
      if (heard.includes('zVERSION\0')) return answer(version(conduct.built ?? new Date()));
      const content = contentOf(heard.subarray('zINSTREAM\0'.length));
      if (content.bytes.length > (conduct.mostBytes ?? Infinity)) answer('INSTREAM size limit exceeded. ERROR');
      else if (content.whole) answer(content.bytes.includes(eicar) ? 'stream: Eicar-Signature FOUND' : 'stream: OK');
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const taken = (server.address() as AddressInfo).port;
  return {
    port: taken,
    address: `127.0.0.1:${taken}`,
    conduct,
    close: () => new Promise((done) => server.close(done)),
  };
}

/** As clamd writes a date: 'Fri Nov 20 08:25:15 2026'. */
function version(built: Date): string {
  const [day, date, month, year, time] = built.toUTCString().replace(',', '').split(' ');
  return `ClamAV 1.4.6/27821/${day} ${month} ${date} ${time} ${year}`;
}

/** The pieces received so far, and whether the last one was among them. */
function contentOf(pieces: Buffer) {
  const all: Buffer[] = [];
  for (let at = 0; at + 4 <= pieces.length;) {
    const length = pieces.readUInt32BE(at);
    if (length === 0) return { bytes: Buffer.concat(all), whole: true };
    all.push(pieces.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return { bytes: Buffer.concat(all), whole: false };
}
