import { rename, rm } from 'node:fs/promises';
import { endingOf } from '../name.rules.ts';
import type { Ending, Finding, Task } from './inspector-process.adapter.ts';
import { acceptedAfterEdit, notAllowed, refusalOf } from './verdict.words.ts';

export type { Ending } from './inspector-process.adapter.ts';

/** Inspects a file, usually in a sandbox. Rejects when `signal` fires. */
export type Inspect = (task: Task, signal: AbortSignal) => Promise<Finding>;

/** A file is accepted, with a sentence for the person if it was made harmless, or refused with a sentence. */
export type Verdict = { ok: true; ending: Ending; notice: string | null } | { ok: false; message: string };

/** A file of an upload: its path, its display name, and the endings that this uploader may send. */
export interface InspectedFile {
  path: string;
  name: string;
  allowed: readonly Ending[];
}

/**
 * Whether a file matches its ending and is harmless (docs/security/documents.md), judged by its content and never by
 * the declared type. A file that loads external content is replaced by its harmless copy. Throws disk errors and the
 * reason of `signal`; in both cases no copy is left.
 */
export async function inspectFile(inspect: Inspect, file: InspectedFile, signal: AbortSignal): Promise<Verdict> {
  const { name, path, allowed } = file;
  const ending = allowed.find((each) => each === endingOf(name));
  if (!ending) return { ok: false, message: notAllowed(name, allowed) };
  const copyTo = path.replace(/(\.part)?$/, '.copy.part');
  try {
    const finding = await inspect({ path, ending, copyTo }, signal);
    if (!finding.ok) return { ok: false, message: refusalOf(finding.reason, name, ending) };
    if (!finding.copied) return { ok: true, ending, notice: null };
    await rename(copyTo, path);
    return { ok: true, ending, notice: acceptedAfterEdit(name, ending) };
  } finally {
    // The harmless copy is renamed only if the file is accepted.
    await rm(copyTo, { force: true });
  }
}
