import { Writable } from 'node:stream';

/** Returns a destination for a world's log, and a function that returns the text written to it so far. */
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
