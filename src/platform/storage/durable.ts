import { open } from 'node:fs/promises';

/** Waits until the content of a file, or the entries of a folder, have been written to the disk. */
export async function makeDurable(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
