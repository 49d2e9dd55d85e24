import { readdir, readFile } from 'node:fs/promises';

/**
 * Kills the sandboxed processes that a killed portal has left running and that have `folder` in their arguments. A
 * process in an endless loop does not notice that the portal has ended. Does nothing on systems without /proc.
 */
export async function killOrphanedSandboxes(folder: string): Promise<void> {
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  for (const pid of processes) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (!command.includes(`=${folder}/`)) continue;
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // The process has ended in the meantime.
    }
  }
}
