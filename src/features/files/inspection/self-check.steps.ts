import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryName } from '../../../platform/storage/temporary-files.ts';
import { openInspectors, type InspectionLimits } from './inspectors.adapter.ts';

/** The smallest PDF that is accepted: an empty page. */
const emptyPage = [
  '%PDF-1.4',
  '1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj',
  '2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj',
  '3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9]>> endobj',
  'trailer <</Root 1 0 R>>',
  '%%EOF',
].join('\n');

/**
 * Inspects an empty page in a sandbox, as an uploaded document is inspected. Returns what keeps sandboxes from working
 * ('exit 1', 'SIGKILL', 'refused: unreadable'), or null if documents can be inspected. `temporaryFolder` is the
 * folder for the files of inspections; an error that it causes is thrown.
 */
export async function findInspectionProblem(
  temporaryFolder: string,
  limits: Partial<InspectionLimits> = {},
): Promise<string | null> {
  let exitCause: string | null = null;
  const onLost = (_program: string, lost: { exitCause: string }) => (exitCause = lost.exitCause);
  const folder = join(temporaryFolder, createTemporaryName());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const inspectors = openInspectors({ ...limits, temporaryFolder: folder, onLost });
  try {
    const path = join(folder, 'page.pdf');
    await writeFile(path, emptyPage);
    const task = { path, extension: 'pdf', copyTo: join(folder, 'copy.pdf') } as const;
    const finding = await inspectors.inspect(0, task, new AbortController().signal);
    return finding.ok ? null : (exitCause ?? `refused: ${finding.reason}`);
  } catch (error) {
    if (exitCause === null) throw error;
    return exitCause;
  } finally {
    await inspectors.close();
    await rm(folder, { recursive: true, force: true });
  }
}
