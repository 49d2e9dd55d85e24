import { open } from 'node:fs/promises';

/** Returns once a file's bytes, or a folder's names, are on the disk. */
export async function makeDurable(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
