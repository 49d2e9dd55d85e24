import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import inspectInProcess, { type Ending } from '../inspection/inspector-process.adapter.ts';
import { inspectFile, type Verdict } from '../inspection/verdict.steps.ts';
import { displayName } from '../name.rules.ts';
import type { HostileFile } from './hostile-file.ts';

const all: readonly Ending[] = ['doc', 'docx', 'odt', 'pdf'];

/** Inspects the bytes in this process; returns the verdict and the copy that would be kept. */
export async function inspect(name: string, content: Buffer | string, allowed = all) {
  const folder = await mkdtemp(join(tmpdir(), 'inspect-'));
  try {
    const path = join(folder, 'upload.part');
    await writeFile(path, content);
    const verdict: Verdict = await inspectFile(
      (task) => inspectInProcess(task),
      { name, path, allowed },
      new AbortController().signal,
    );
    expect(await readdir(folder)).toEqual(['upload.part']);
    return { verdict, kept: await readFile(path) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** 'ok' for a file that is accepted unchanged, else the message. */
export async function judge(name: string, content: Buffer | string): Promise<string> {
  const { verdict, kept } = await inspect(name, content);
  if (!verdict.ok) return verdict.message;
  expect(kept.equals(Buffer.from(content))).toBe(verdict.notice === null);
  return verdict.notice ?? 'ok';
}

/** The sentences of the refusals, by reason. */
export const sentences: Record<HostileFile['why'], RegExp> = {
  ending: /^„[^“]+“ kann nicht hochgeladen werden\. Erlaubt sind doc, docx, odt und pdf\. Bitte speichere /,
  empty: /^„[^“]+“ ist leer\. Bitte /,
  wrongContent:
    /^„[^“]+“ ist keine (Word-Datei \(docx\)|PDF-Datei|Word-Datei \(doc\)|OpenDocument-Datei \(odt\))\. Vielleicht ist sie beschädigt: Bitte /,
  macros: /^„[^“]+“ enthält Makros\. Bitte speichere die Datei ohne Makros\.$/,
  scripts: /^„[^“]+“ startet Programme oder Skripte\. Bitte drucke die Datei als PDF und lade diese hoch\.$/,
  chunk:
    /^„[^“]+“ enthält ein anderes Dokument als Teil des Textes\. Bitte drucke die Datei als PDF und lade diese hoch\.$/,
  linked: /^„[^“]+“ lädt eine fremde Vorlage nach\. Bitte speichere die Datei als docx und lade diese hoch\.$/,
  embedded: /^„[^“]+“ enthält ein Programm\. Bitte entferne es aus der Datei\.$/,
  protected: /^„[^“]+“ ist mit einem Passwort geschützt\. Bitte entferne den Schutz\.$/,
  tooLarge: /^„[^“]+“ ist entpackt zu groß\. Bitte verkleinere die Bilder oder teile die Datei auf\.$/,
  slow: /^„[^“]+“ konnte nicht in 10 Sekunden geprüft werden\. Bitte /,
  unreadable: /^„[^“]+“ konnte nicht geprüft werden\. Bitte /,
};

/** Tests that each of these files is refused for its reason. */
export const refuses = (files: HostileFile[]) => {
  test.each(files)('$name: $title', async ({ name, why, bytes }) => {
    expect(await judge(displayName(name), bytes())).toMatch(sentences[why]);
  });
};
