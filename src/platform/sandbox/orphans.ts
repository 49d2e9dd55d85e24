import { readdir, readFile } from 'node:fs/promises';

/**
 * Ends the processes that a killed portal has left at work on files below `folder`, recognised by that folder in their
 * arguments: a process in an endless loop does not notice that the portal is gone. Does nothing on systems without
 * /proc.
 */
export async function endOrphans(folder: string): Promise<void> {
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  for (const pid of processes) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (!command.includes(`=${folder}/`)) continue;
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // The process has ended meanwhile.
    }
  }
}
