/*
 * As much of the format tar (POSIX ustar) as a backup needs: plain files with short names. `tar xzf` reads it, so that
 * nobody needs this program to reach their data.
 */

const block = 512;

/** The header of a file of so many bytes; names are ASCII of at most 100 characters. */
export function tarHeader(name: string, size: number, at: Date): Buffer {
  if (name.length > 100) throw new Error('too long a name for an entry of a backup');
  const header = Buffer.alloc(block);
  const number = (value: number, offset: number, length: number) =>
    header.write(value.toString(8).padStart(length - 1, '0'), offset, 'ascii');
  header.write(name, 0, 'ascii');
  number(0o600, 100, 8);
  number(0, 108, 8);
  number(0, 116, 8);
  number(size, 124, 12);
  number(Math.floor(at.getTime() / 1000), 136, 12);
  header.write('        0', 148, 'ascii');
  header.write('ustar\x0000', 257, 'ascii');
  number(sumOf(header), 148, 7);
  header.write('\0 ', 154, 'ascii');
  return header;
}

/** The bytes between the end of a file of so many bytes and the next header. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((block - (size % block)) % block);
}

/** What stands behind the last file. */
export const tarEnd = Buffer.alloc(2 * block);

/** The sum of all bytes of a header whose own field counts as blanks. */
function sumOf(header: Buffer): number {
  return header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0);
}

/** The stream ended before the archive did, or is none. */
export class NotAnArchive extends Error {
  override readonly name = 'NotAnArchive';
}

/** One file of an archive; its content has to be read, or left, before the next one comes. */
export interface TarEntry {
  name: string;
  size: number;
  content: AsyncIterable<Buffer>;
}

/** The files of an archive, one after the other, with flat memory. Throws NotAnArchive where it is torn. */
export async function* readTar(stream: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const source = stream[Symbol.asyncIterator]();
  let waiting: Buffer = Buffer.alloc(0);

  /** At most `most` bytes, at least one. */
  const some = async (most: number): Promise<Buffer> => {
    while (waiting.length === 0) {
      const { value, done } = await source.next();
      if (done) throw new NotAnArchive('The file is torn: its end is missing.');
      waiting = value;
    }
    const taken = waiting.subarray(0, most);
    waiting = waiting.subarray(taken.length);
    return taken;
  };
  const exactly = async (length: number): Promise<Buffer> => {
    const parts: Buffer[] = [];
    for (let left = length; left > 0;) {
      const part = await some(left);
      parts.push(part);
      left -= part.length;
    }
    return Buffer.concat(parts);
  };

  for (;;) {
    const header = await exactly(block);
    if (header.every((byte) => byte === 0)) break;
    const text = (offset: number, length: number) =>
      header.toString('ascii', offset, offset + length).split('\0')[0] ?? '';
    if (text(257, 5) !== 'ustar' || Number.parseInt(text(148, 8), 8) !== sumOf(header))
      throw new NotAnArchive('This is not a backup, or it is damaged.');
    const size = Number.parseInt(text(124, 12), 8);
    let left = size;
    const content = async function* (): AsyncGenerator<Buffer> {
      while (left > 0) {
        const part = await some(left);
        left -= part.length;
        yield part;
      }
    };
    yield { name: text(0, 100), size, content: content() };
    while (left > 0) left -= (await some(left)).length;
    await exactly(tarPadding(size).length);
  }
  // What comes behind the end is checked as well: a compressed and encrypted stream tells of its wholeness only there.
  while (!(await source.next()).done);
}
