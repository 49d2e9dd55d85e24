import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const runFile = promisify(execFile);

/** The Python of the system, for which LibreOffice’s programming interface is packaged. */
const python = '/usr/bin/python3';
const script = join(import.meta.dirname, 'libreoffice.py');

/** Programs that the test of clean copies runs, and how to see that they are there. */
const tools = [
  { name: 'soffice', command: 'soffice', options: ['--version'] },
  { name: 'python3-uno', command: python, options: ['-c', 'import uno'] },
  { name: 'pdftotext', command: 'pdftotext', options: ['-v'] },
];

/** Returns the names of the programs that are not installed. */
export async function findMissingTools(): Promise<string[]> {
  const checks = await Promise.allSettled(tools.map(({ command, options }) => runFile(command, options)));
  return tools.filter((_, index) => checks[index]?.status === 'rejected').map(({ name }) => name);
}

/** Lets LibreOffice write documents into a folder, each with another kind of tracked change. */
export const makeTrackedDocuments = (folder: string) => runScript('make', folder);

/** Saves each docx of a folder as PDF, as it is or with all tracked changes accepted. Throws if one does not open. */
export const saveAsPdf = (folder: string, changes: 'asTheyAre' | 'accepted') =>
  runScript(changes === 'accepted' ? 'accept' : 'show', folder);

async function runScript(task: 'make' | 'show' | 'accept', folder: string): Promise<void> {
  await runFile(python, [script, task, folder], { timeout: 600_000 });
}
