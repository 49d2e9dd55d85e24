import { open } from 'node:fs/promises';

/** A file on disk, or bytes in memory. */
export type Source = { path: string } | { bytes: Uint8Array };

/** Reads `length` bytes from an offset on; fewer where the file ends, none beyond it. */
export type ReadAt = (offset: number, length: number) => Promise<Buffer>;

/** Lends a reader over a source, so that a large file is looked at without being loaded. */
export async function withReader<T>(source: Source, look: (readAt: ReadAt, size: number) => Promise<T>): Promise<T> {
  if ('bytes' in source) {
    const { buffer, byteOffset, byteLength } = source.bytes;
    const all = Buffer.from(buffer, byteOffset, byteLength);
    return look((offset, length) => Promise.resolve(all.subarray(offset, offset + length)), byteLength);
  }
  const file = await open(source.path, 'r');
  try {
    const { size } = await file.stat();
    return await look(async (offset, length) => {
      const most = Math.max(0, Math.min(length, size - offset));
      const { bytesRead, buffer } = await file.read(Buffer.alloc(most), 0, most, offset);
      return buffer.subarray(0, bytesRead);
    }, size);
  } finally {
    await file.close();
  }
}
