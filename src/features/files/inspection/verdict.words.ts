import { isOldFormat, saveAsDocx } from '../formats.rules.ts';
import type { FileExtension } from './inspector-process.adapter.ts';
import type { RefusalReason } from './refused-document.rules.ts';

const kinds: Record<FileExtension, string> = {
  docx: 'Word-Datei (docx)',
  pdf: 'PDF-Datei',
  doc: 'Word-Datei (doc)',
  odt: 'OpenDocument-Datei (odt)',
};

const refusals: Record<RefusalReason, (name: string, kind: string) => string> = {
  empty: (name) => `„${name}“ ist leer. Bitte speichere die Datei noch einmal und wähle sie neu aus.`,
  wrongContent: (name, kind) =>
    `„${name}“ ist keine ${kind}. Vielleicht ist sie beschädigt: Bitte öffne sie, speichere sie neu und lade sie dann hoch.`,
  macros: (name) => `„${name}“ enthält Makros. Bitte speichere die Datei ohne Makros.`,
  scripts: (name) => `„${name}“ startet Programme oder Skripte. Bitte drucke die Datei als PDF und lade diese hoch.`,
  linked: (name) => `„${name}“ lädt eine fremde Vorlage nach. Bitte speichere die Datei als docx und lade diese hoch.`,
  embeddedDocument: (name) =>
    `„${name}“ enthält ein anderes Dokument als Teil des Textes. Bitte drucke die Datei als PDF und lade diese hoch.`,
  embedded: (name) => `„${name}“ enthält ein Programm. Bitte entferne es aus der Datei.`,
  protected: (name) => `„${name}“ ist mit einem Passwort geschützt. Bitte entferne den Schutz.`,
  tooLarge: (name) => `„${name}“ ist entpackt zu groß. Bitte verkleinere die Bilder oder teile die Datei auf.`,
  timedOut: (name) =>
    `„${name}“ konnte nicht in 10 Sekunden geprüft werden. Bitte drucke die Datei als PDF und lade diese hoch.`,
  unreadable: (name) =>
    `„${name}“ konnte nicht geprüft werden. Bitte öffne die Datei, speichere sie neu und lade sie dann hoch.`,
};

const copyNotices: Record<'office' | 'pdf', (name: string) => string> = {
  office: (name) =>
    `Aus „${name}“ haben wir entfernt, was beim Öffnen von fremden Servern geladen wird; sonst ist die Datei unverändert.`,
  pdf: (name) => `Aus „${name}“ haben wir Skripte entfernt, die beim Öffnen laufen; sonst ist die Datei unverändert.`,
};

/** Returns the sentences that say what is wrong with a file and what the person can do about it. */
export const refusalMessage = (reason: RefusalReason, name: string, extension: FileExtension): string =>
  refusals[reason](name, kinds[extension]);

/** Returns the sentence about a file that was replaced by a harmless copy. */
export const harmlessCopyNotice = (name: string, extension: FileExtension): string =>
  copyNotices[extension === 'pdf' ? 'pdf' : 'office'](name);

/** Returns the sentences about a file whose extension is not allowed. */
export function wrongExtensionMessage(name: string, allowedExtensions: readonly FileExtension[]): string {
  const list = new Intl.ListFormat('de').format(allowedExtensions);
  const advice = isOldFormat(name) ? saveAsDocx : 'Bitte speichere die Datei in einem dieser Formate.';
  return `„${name}“ kann nicht hochgeladen werden. Erlaubt sind ${list}. ${advice}`;
}
