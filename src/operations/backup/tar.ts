/*
 * The part of the tar format (POSIX ustar) that a backup needs: plain files with short names. `tar xzf` can read it, so
 * operators can read their data without this program.
 */

const block = 512;

/** The header of a file of `size` bytes; names are ASCII of at most 100 characters. */
export function tarHeader(name: string, size: number, at: Date): Buffer {
  if (name.length > 100) throw new Error('the name of an entry is too long for a backup');
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

/** The padding between a file of `size` bytes and the next header. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((block - (size % block)) % block);
}

/** The end of an archive, after the last file. */
export const tarEnd = Buffer.alloc(2 * block);

/** The checksum of a header: the sum of its bytes, where those of the checksum's own field count as blanks. */
function sumOf(header: Buffer): number {
  return header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0);
}

/** The stream is not an archive, or ends too early. */
export class NotAnArchive extends Error {
  override readonly name = 'NotAnArchive';
}

/** One file of an archive; its content has to be read, or skipped, before the next file. */
export interface TarEntry {
  name: string;
  size: number;
  content: AsyncIterable<Buffer>;
}

/** Reads the files of an archive one by one, in constant memory. Throws NotAnArchive if it is incomplete. */
export async function* readTar(stream: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const source = stream[Symbol.asyncIterator]();
  let buffered: Buffer = Buffer.alloc(0);

  /** Reads at least one and at most `max` bytes. */
  const readSome = async (max: number): Promise<Buffer> => {
    while (buffered.length === 0) {
      const { value, done } = await source.next();
      if (done) throw new NotAnArchive('The file is incomplete: its end is missing.');
      buffered = value;
    }
    const bytes = buffered.subarray(0, max);
    buffered = buffered.subarray(bytes.length);
    return bytes;
  };
  const readExactly = async (length: number): Promise<Buffer> => {
    const parts: Buffer[] = [];
    for (let left = length; left > 0;) {
      const part = await readSome(left);
      parts.push(part);
      left -= part.length;
    }
    return Buffer.concat(parts);
  };

  for (;;) {
    const header = await readExactly(block);
    if (header.every((byte) => byte === 0)) break;
    const text = (offset: number, length: number) =>
      header.toString('ascii', offset, offset + length).split('\0')[0] ?? '';
    if (text(257, 5) !== 'ustar' || Number.parseInt(text(148, 8), 8) !== sumOf(header))
      throw new NotAnArchive('This is not a backup, or it is damaged.');
    const size = Number.parseInt(text(124, 12), 8);
    let left = size;
    const content = async function* (): AsyncGenerator<Buffer> {
      while (left > 0) {
        const part = await readSome(left);
        left -= part.length;
        yield part;
      }
    };
    yield { name: text(0, 100), size, content: content() };
    while (left > 0) left -= (await readSome(left)).length;
    await readExactly(tarPadding(size).length);
  }
  // Reads on after the end of the archive: compression and encryption verify a stream only at its very end.
  while (!(await source.next()).done);
}
