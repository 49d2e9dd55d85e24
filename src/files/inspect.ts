import { fileTypeFromBuffer } from 'file-type';
import { withReader, type ReadAt, type Source } from './bytes.ts';
import { readCompound } from './compound.ts';
import { endingOf } from './name.ts';
import { inspectDocx, inspectOdt } from './office.ts';
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
  linked: (name) => `„${name}“ lädt fremde Vorlagen oder Objekte nach. Bitte entferne die Verknüpfung.`,
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
  const entries = await readCompound(readAt, size);
  if (ending === 'doc') {
    if (!entries.some((entry) => entry.top && entry.isStream && entry.name === 'WordDocument')) {
      throw new Refused('wrongContent');
    }
    if (entries.some((entry) => /^(macros|vba|_vba_project.*)$/i.test(entry.name))) throw new Refused('macros');
    return;
  }
  // A docx with a password is a compound file around the encrypted zip.
  if (entries.some((entry) => entry.name === 'EncryptedPackage')) throw new Refused('protected');
  // A zip may begin with anything, which is how one file is two things.
  if ((await readAt(0, 4)).toString('latin1') !== 'PK\u0003\u0004') throw new Refused('wrongContent');
  await (ending === 'docx' ? inspectDocx(source, size) : inspectOdt(source, size));
}

/** Readers accept some text before the header and after the end; neither may make the file something else, too. */
async function inspectPdf(readAt: ReadAt, size: number): Promise<void> {
  const head = await readAt(0, 1024);
  const tail = await readAt(Math.max(0, size - 65_557), 65_557);
  const before = head.subarray(0, Math.max(0, head.indexOf('%PDF-')));
  const seenAs = before.length > 0 ? await fileTypeFromBuffer(head) : undefined;
  if (
    !head.includes('%PDF-') ||
    before.includes('<') ||
    before.includes(0) ||
    (seenAs !== undefined && seenAs.ext !== 'pdf') ||
    !tail.subarray(-4096).includes('%%EOF') ||
    endsAsZip(tail)
  ) {
    throw new Refused('wrongContent');
  }
}

/** Whether a zip's last record, with a comment of up to 65,535 bytes, reaches exactly to the end. */
function endsAsZip(tail: Buffer): boolean {
  for (let at = tail.indexOf('PK\u0005\u0006'); at >= 0; at = tail.indexOf('PK\u0005\u0006', at + 1)) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true;
  }
  return false;
}
