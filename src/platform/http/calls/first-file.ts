import type { IncomingFile } from './handler.ts';

/**
 * Returns the first file of a multipart body, with the name as it was sent and its bytes, which are cut off beyond
 * `maxBytes`; null if there is no file. Reads the whole body.
 */
export async function readFirstFile(
  files: AsyncIterable<IncomingFile>,
  maxBytes: number,
): Promise<{ name: string; bytes: Uint8Array } | null> {
  let firstFile: { name: string; bytes: Uint8Array } | null = null;
  for await (const file of files) {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of file.bytes as AsyncIterable<Buffer>) {
      if (!firstFile && size <= maxBytes) chunks.push(chunk);
      size += chunk.length;
    }
    firstFile ??= { name: file.name, bytes: Buffer.concat(chunks) };
  }
  return firstFile;
}
