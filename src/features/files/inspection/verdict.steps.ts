import { rename, rm } from 'node:fs/promises';
import { endingOf } from '../name.rules.ts';
import type { Ending, Finding, Task } from './process.adapter.ts';
import type { RejectionReason } from './rejected-document.rules.ts';

export type { Ending } from './process.adapter.ts';

const kinds: Record<Ending, string> = {
  docx: 'Word-Datei (docx)',
  pdf: 'PDF-Datei',
  doc: 'Word-Datei (doc)',
  odt: 'OpenDocument-Datei (odt)',
};

/** What is wrong with the file, and what the person can do about it. */
const sentences: Record<RejectionReason, (name: string, kind: string) => string> = {
  empty: (name) => `„${name}“ ist leer. Bitte speichere die Datei noch einmal und wähle sie neu aus.`,
  wrongContent: (name, kind) =>
    `„${name}“ ist keine ${kind}. Vielleicht ist sie beschädigt: Bitte öffne sie, speichere sie neu und lade sie dann hoch.`,
  macros: (name) => `„${name}“ enthält Makros. Bitte speichere die Datei ohne Makros.`,
  scripts: (name) => `„${name}“ startet Programme oder Skripte. Bitte drucke die Datei als PDF und lade diese hoch.`,
  linked: (name) => `„${name}“ lädt eine fremde Vorlage nach. Bitte speichere die Datei als docx und lade diese hoch.`,
  chunk: (name) =>
    `„${name}“ enthält ein anderes Dokument als Teil des Textes. Bitte drucke die Datei als PDF und lade diese hoch.`,
  embedded: (name) => `„${name}“ enthält ein Programm. Bitte entferne es aus der Datei.`,
  protected: (name) => `„${name}“ ist mit einem Passwort geschützt. Bitte entferne den Schutz.`,
  tooLarge: (name) => `„${name}“ ist entpackt zu groß. Bitte verkleinere die Bilder oder teile die Datei auf.`,
  slow: (name) =>
    `„${name}“ konnte nicht in 10 Sekunden geprüft werden. Bitte drucke die Datei als PDF und lade diese hoch.`,
  unreadable: (name) =>
    `„${name}“ konnte nicht geprüft werden. Bitte öffne die Datei, speichere sie neu und lade sie dann hoch.`,
};

/** The sentence about a file that was replaced by a harmless copy. */
const changes: Record<'office' | 'pdf', (name: string) => string> = {
  office: (name) =>
    `Aus „${name}“ haben wir entfernt, was beim Öffnen von fremden Servern geladen wird; sonst ist die Datei unverändert.`,
  pdf: (name) => `Aus „${name}“ haben wir Skripte entfernt, die beim Öffnen laufen; sonst ist die Datei unverändert.`,
};

/** Inspects a file, usually in a sandbox. Rejects when `signal` fires. */
export type Look = (task: Task, signal: AbortSignal) => Promise<Finding>;

/** A file is accepted, with a sentence for the person if it was made harmless, or refused with a sentence. */
export type Verdict = { ok: true; ending: Ending; notice: string | null } | { ok: false; message: string };

/** A file of an upload: its path, its display name, the endings that the uploader may send. */
export interface InspectedFile {
  path: string;
  name: string;
  allowed: readonly Ending[];
}

/**
 * Whether a file is what its ending says, and harmless (docs/security/documents.md): the content decides, never the
 * type that was sent. A file that loads external content is replaced by its harmless copy. Throws errors of the disk
 * and the reason of `signal`; no copy is left then.
 */
export async function inspectFile(look: Look, file: InspectedFile, signal: AbortSignal): Promise<Verdict> {
  const { name, path, allowed } = file;
  const ending = allowed.find((each) => each === endingOf(name));
  if (!ending) return { ok: false, message: notAllowed(name, allowed) };
  const copyTo = path.replace(/(\.part)?$/, '.copy.part');
  try {
    const finding = await look({ path, ending, copyTo }, signal);
    if (!finding.ok) return { ok: false, message: sentences[finding.reason](name, kinds[ending]) };
    if (!finding.copied) return { ok: true, ending, notice: null };
    await rename(copyTo, path);
    return { ok: true, ending, notice: changes[ending === 'pdf' ? 'pdf' : 'office'](name) };
  } finally {
    // The harmless copy is renamed only if the file is accepted.
    await rm(copyTo, { force: true });
  }
}

function notAllowed(name: string, allowed: readonly Ending[]): string {
  const list = new Intl.ListFormat('de').format(allowed);
  return `„${name}“ kann nicht hochgeladen werden. Erlaubt sind ${list}. Bitte speichere die Datei in einem dieser Formate.`;
}
