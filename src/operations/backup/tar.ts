/*
 * Writes and reads the part of the tar format (POSIX ustar) that a backup needs: plain files with short names.
 * Operators can open such an archive without this program, with `tar xzf`.
 */

const blockSize = 512;

/** Creates the header of a file of `size` bytes. `name` must be ASCII. Throws if it is longer than 100 characters. */
export function createTarHeader(name: string, size: number, at: Date): Buffer {
  if (name.length > 100) throw new Error('the name of an entry is too long for a backup');
  const header = Buffer.alloc(blockSize);
  const writeOctal = (value: number, offset: number, length: number) =>
    header.write(value.toString(8).padStart(length - 1, '0'), offset, 'ascii');
  header.write(name, 0, 'ascii');
  // Mode, owner, group, size, time of the last change.
  writeOctal(0o600, 100, 8);
  writeOctal(0, 108, 8);
  writeOctal(0, 116, 8);
  writeOctal(size, 124, 12);
  writeOctal(Math.floor(at.getTime() / 1000), 136, 12);
  // The checksum field is blank while the checksum is calculated; the type after it is 0, a plain file.
  header.write('        0', 148, 'ascii');
  header.write('ustar\x0000', 257, 'ascii');
  writeOctal(calculateChecksum(header), 148, 7);
  header.write('\0 ', 154, 'ascii');
  return header;
}

/** Creates the padding between a file of `size` bytes and the next header. */
export function createTarPadding(size: number): Buffer {
  return Buffer.alloc((blockSize - (size % blockSize)) % blockSize);
}

/** The end of an archive, after the last file. */
export const tarEnd = Buffer.alloc(2 * blockSize);

/** Calculates the checksum of a header: the sum of its bytes, with blanks in place of the checksum itself. */
function calculateChecksum(header: Buffer): number {
  return header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0);
}

/** Thrown if a stream is not an archive, or ends too early. The message is one plain line. */
export class NotAnArchive extends Error {
  override readonly name = 'NotAnArchive';
}

/** One file of an archive. Content that has not been read yet is skipped once the next file is requested. */
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
    for (let remaining = length; remaining > 0;) {
      const part = await readSome(remaining);
      parts.push(part);
      remaining -= part.length;
    }
    return Buffer.concat(parts);
  };

  for (;;) {
    const header = await readExactly(blockSize);
    if (header.every((byte) => byte === 0)) break;
    const readText = (offset: number, length: number) =>
      header.toString('ascii', offset, offset + length).split('\0')[0] ?? '';
    if (readText(257, 5) !== 'ustar' || Number.parseInt(readText(148, 8), 8) !== calculateChecksum(header))
      throw new NotAnArchive('This is not a backup, or it is damaged.');
    const size = Number.parseInt(readText(124, 12), 8);
    let remaining = size;
    const content = async function* (): AsyncGenerator<Buffer> {
      while (remaining > 0) {
        const part = await readSome(remaining);
        remaining -= part.length;
        yield part;
      }
    };
    yield { name: readText(0, 100), size, content: content() };
    while (remaining > 0) remaining -= (await readSome(remaining)).length;
    await readExactly(createTarPadding(size).length);
  }
  // Reads the rest of the stream, because decompression and decryption verify a stream only at its very end.
  while (!(await source.next()).done);
}
