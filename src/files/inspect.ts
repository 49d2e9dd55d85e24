import { withReader, type ReadAt, type Source } from './bytes.ts';
import { readCompound } from './compound.ts';
import { inspectDoc } from './doc.ts';
import { endingOf } from './name.ts';
import { inspectDocx, inspectOdt } from './office.ts';
import { inspectPdf, pdfMark } from './pdf.ts';
import { Refused, type Why } from './refused.ts';

export type Ending = 'docx' | 'pdf' | 'doc' | 'odt';

const kinds: Record<Ending, string> = {
  docx: 'Word-Datei (docx)',
  pdf: 'PDF-Datei',
  doc: 'Word-Datei (doc)',
  odt: 'OpenDocument-Datei (odt)',
};

const sentences: Record<Why, (name: string, kind: string) => string> = {
  empty: (name) => `„${name}“ ist leer.`,
  wrongContent: (name, kind) => `„${name}“ ist keine ${kind}.`,
  macros: (name) => `„${name}“ enthält Makros. Bitte speichere die Datei ohne Makros.`,
  scripts: (name) => `„${name}“ startet Programme oder Skripte. Bitte drucke die Datei als PDF und lade diese hoch.`,
  linked: (name) => `„${name}“ lädt fremde Vorlagen oder Objekte nach. Bitte entferne die Verknüpfung.`,
  embedded: (name) => `„${name}“ enthält andere Dateien oder Objekte. Bitte entferne sie oder füge sie als Bild ein.`,
  protected: (name) => `„${name}“ ist mit einem Kennwort geschützt. Bitte entferne den Schutz.`,
  tooLarge: (name) => `„${name}“ ist entpackt zu groß.`,
};

export type Inspection = { ok: true; ending: Ending } | { ok: false; message: string };

/**
 * Whether a file is what its ending says, and harmless (contract §7): the content decides, never a sent type. `name` is
 * the display name. Large files are looked at where they lie, with little memory. Faults of the disk are thrown.
 */
export async function inspectFile(file: { name: string; allowed: readonly Ending[] } & Source): Promise<Inspection> {
  const ending = file.allowed.find((allowed) => allowed === endingOf(file.name));
  if (!ending) return { ok: false, message: notAllowed(file.name, file.allowed) };
  try {
    await withReader(file, (readAt, size) => inspect(ending, file, readAt, size));
    return { ok: true, ending };
  } catch (error) {
    // Libraries throw ordinary errors at malformed content; only the system's own errors are no judgement of the file.
    if (error instanceof Error && 'syscall' in error) throw error;
    const why = error instanceof Refused ? error.why : 'wrongContent';
    return { ok: false, message: sentences[why](file.name, kinds[ending]) };
  }
}

function notAllowed(name: string, allowed: readonly Ending[]): string {
  const list = new Intl.ListFormat('de').format(allowed);
  return `„${name}“ kann nicht hochgeladen werden. Erlaubt sind ${list}.`;
}

async function inspect(ending: Ending, source: Source, readAt: ReadAt, size: number): Promise<void> {
  if (size === 0) throw new Refused('empty');
  if (ending === 'pdf') return inspectPdf(readAt, size);
  // Readers of PDF take a file for theirs that says so in its first kilobyte.
  if ((await readAt(0, 1024)).includes(pdfMark)) throw new Refused('wrongContent');
  if (ending === 'doc') return inspectDoc(readAt, size);
  const { entries } = await readCompound(readAt, size);
  // A docx with a password is a compound file around the encrypted zip.
  if (entries.some((entry) => entry.name === 'EncryptedPackage')) throw new Refused('protected');
  // A zip may begin with anything, which is how one file is two things.
  if ((await readAt(0, 4)).toString('latin1') !== 'PK\u0003\u0004') throw new Refused('wrongContent');
  await (ending === 'docx' ? inspectDocx(source) : inspectOdt(source));
}
