import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inspect as inspectInProcess, type FileExtension } from '../inspection/inspector-process.adapter.ts';
import { inspectFile, type Verdict } from '../inspection/verdict.steps.ts';
import { toDisplayName } from '../name.rules.ts';
import type { HostileFile } from './hostile-file.ts';

const allExtensions: readonly FileExtension[] = ['doc', 'docx', 'odt', 'pdf'];

/** Inspects a file in this process, without a sandbox. Returns the verdict and the bytes that would be stored. */
export async function inspect(name: string, content: Buffer | string, allowedExtensions = allExtensions) {
  const folder = await mkdtemp(join(tmpdir(), 'inspect-'));
  try {
    const path = join(folder, 'upload.part');
    await writeFile(path, content);
    const verdict: Verdict = await inspectFile(
      (task) => inspectInProcess(task),
      { name, path, allowedExtensions },
      new AbortController().signal,
    );
    expect(await readdir(folder)).toEqual(['upload.part']);
    return { verdict, storedBytes: await readFile(path) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Inspects a file. Returns 'ok' if it is accepted unchanged, otherwise the sentence for the person. */
export async function judge(name: string, content: Buffer | string): Promise<string> {
  const { verdict, storedBytes } = await inspect(name, content);
  if (!verdict.ok) return verdict.message;
  expect(storedBytes.equals(Buffer.from(content))).toBe(verdict.notice === null);
  return verdict.notice ?? 'ok';
}

/** Patterns for the sentences that refuse a file, by reason. */
export const refusalPatterns: Record<HostileFile['reason'], RegExp> = {
  extension: /^„[^“]+“ kann nicht hochgeladen werden\. Erlaubt sind doc, docx, odt und pdf\. Bitte speichere /,
  empty: /^„[^“]+“ ist leer\. Bitte /,
  wrongContent:
    /^„[^“]+“ ist keine (Word-Datei \(docx\)|PDF-Datei|Word-Datei \(doc\)|OpenDocument-Datei \(odt\))\. Vielleicht ist sie beschädigt: Bitte /,
  macros: /^„[^“]+“ enthält Makros\. Bitte speichere die Datei ohne Makros\.$/,
  scripts: /^„[^“]+“ startet Programme oder Skripte\. Bitte drucke die Datei als PDF und lade diese hoch\.$/,
  embeddedDocument:
    /^„[^“]+“ enthält ein anderes Dokument als Teil des Textes\. Bitte drucke die Datei als PDF und lade diese hoch\.$/,
  linked: /^„[^“]+“ lädt eine fremde Vorlage nach\. Bitte speichere die Datei als docx und lade diese hoch\.$/,
  embedded: /^„[^“]+“ enthält ein Programm\. Bitte entferne es aus der Datei\.$/,
  protected: /^„[^“]+“ ist mit einem Passwort geschützt\. Bitte entferne den Schutz\.$/,
  tooLarge: /^„[^“]+“ ist entpackt zu groß\. Bitte verkleinere die Bilder oder teile die Datei auf\.$/,
  timedOut: /^„[^“]+“ konnte nicht in 10 Sekunden geprüft werden\. Bitte /,
  unreadable: /^„[^“]+“ konnte nicht geprüft werden\. Bitte /,
};

/** Adds a test for each of these files. The test checks that the file is refused for the file's `reason`. */
export const testRefusals = (files: HostileFile[]) => {
  test.each(files)('$name: $title', async ({ name, reason, bytes }) => {
    expect(await judge(toDisplayName(name), bytes())).toMatch(refusalPatterns[reason]);
  });
};
