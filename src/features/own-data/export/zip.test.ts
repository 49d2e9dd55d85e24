import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createZip } from './zip.adapter.ts';

test('an archive needs no more memory for 300 MB than for 3 MB [13.8]', async () => {
  async function* createEntries(count: number) {
    for (let file = 0; file < count; file++)
      yield { name: `${file}.bin`, content: Readable.from(chunks(), { objectMode: false }) };
  }
  /** The content of a file of 3 MB. */
  function* chunks() {
    for (let chunk = 0; chunk < 48; chunk++) yield Buffer.alloc(65_536, Math.random() * 256);
  }
  const peakMemory = async (count: number) => {
    let peak = 0;
    for await (const _ of createZip(createEntries(count))) peak = Math.max(peak, process.memoryUsage().arrayBuffers);
    return peak;
  };
  const smallPeak = await peakMemory(1);
  expect(await peakMemory(100)).toBeLessThan(smallPeak + 60_000_000);
});

test('an archive fails with the error of a file that cannot be read', async () => {
  async function* entries() {
    yield {
      name: 'a',
      content: new Readable({
        read() {
          this.destroy(new Error('the store is gone'));
        },
      }),
    };
  }
  await expect(async () => {
    for await (const _ of createZip(entries()));
  }).rejects.toThrow('the store is gone');
});
