import { Writable } from 'node:stream';

/** A destination for a world's log, and what has been written to it so far. */
export function collectLog() {
  let text = '';
  const logStream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  return { logStream, written: () => text };
}
