import { Writable } from 'node:stream';

/** Returns a stream that collects a world's log, and a function that returns its text so far. */
export function collectLog() {
  let text = '';
  const logStream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  return { logStream, loggedText: () => text };
}
