import { rename, rm } from 'node:fs/promises';
import { extensionOf } from '../name.rules.ts';
import type { FileExtension, Finding, Task } from './inspector-process.adapter.ts';
import { harmlessCopyNotice, wrongExtensionMessage, refusalMessage } from './verdict.words.ts';

export type { FileExtension } from './inspector-process.adapter.ts';

/** Inspects a file, usually in a sandbox. When `signal` fires, stops and throws the signal's reason. */
export type Inspect = (task: Task, signal: AbortSignal) => Promise<Finding>;

/**
 * Whether a file is accepted. `notice` is a German sentence for the person if the file was replaced by a harmless copy,
 * otherwise null; `message` says in German why the file is refused.
 */
export type Verdict = { ok: true; extension: FileExtension; notice: string | null } | { ok: false; message: string };

/** A file of an upload: its path, its display name, and the file extensions that the uploader may send. */
export interface InspectedFile {
  path: string;
  name: string;
  allowedExtensions: readonly FileExtension[];
}

/**
 * Checks whether a file's content matches its extension and is harmless (docs/security/documents.md). The type that the
 * browser declared is ignored. If the file can be made harmless, replaces it at its path by a harmless copy.
 * Throws disk errors, and the reason of `signal` when it fires; no copy is then left behind.
 */
export async function inspectFile(inspect: Inspect, file: InspectedFile, signal: AbortSignal): Promise<Verdict> {
  const { name, path, allowedExtensions } = file;
  const extension = allowedExtensions.find((allowed) => allowed === extensionOf(name));
  if (!extension) return { ok: false, message: wrongExtensionMessage(name, allowedExtensions) };
  const copyTo = path.replace(/(\.part)?$/, '.copy.part');
  try {
    const finding = await inspect({ path, extension, copyTo }, signal);
    if (!finding.ok) return { ok: false, message: refusalMessage(finding.reason, name, extension) };
    if (!finding.copied) return { ok: true, extension, notice: null };
    await rename(copyTo, path);
    return { ok: true, extension, notice: harmlessCopyNotice(name, extension) };
  } finally {
    // Removes a copy that was written although the inspection failed.
    await rm(copyTo, { force: true });
  }
}
