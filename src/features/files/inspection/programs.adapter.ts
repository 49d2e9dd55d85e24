import CFB from 'cfb';
import { RejectedDocument } from './rejected-document.rules.ts';

const programEndings =
  /\.(exe|com|scr|dll|msi|bat|cmd|ps1|vbs|vbe|js|jse|wsf|hta|lnk|jar|chm|scf|url|pif|cpl|reg|app|sh|apk)$/i;

/** Whether a file's name is that of a program, or of something that starts one. */
export const isProgramName = (name: string): boolean => programEndings.test(name.trim());

const programMarks = ['7f454c46', 'cafebabe', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', '4c00000001140200'];

/** Whether a file's first bytes are those of a program. */
export function isProgram(head: Buffer): boolean {
  const hex = head.toString('hex', 0, 8);
  if (programMarks.some((mark) => hex.startsWith(mark))) return true;
  // A picture may also begin with 'MZ'; in a program, two lengths of the header are below 512 bytes and 256 pages.
  return hex.startsWith('4d5a') && (head[3] ?? 2) < 2 && head[5] === 0;
}

const compoundHead = 'd0cf11e0a1b11ae1';

/** Whether a file's first bytes are those of a compound file: an Office document before 2007, or an embedded object. */
export const isCompound = (head: Buffer): boolean => head.toString('hex', 0, 8) === compoundHead;

/** A stream of a compound file by its path below the root, such as '/ObjectPool/_1/Ole10Native'. */
export interface Stream {
  path: string;
  content: Buffer;
}

/** All streams of a compound file ([MS-CFB]); the library throws for any other file. */
export function streamsOf(file: Buffer): Stream[] {
  const { FullPaths, FileIndex } = CFB.read(file, { type: 'buffer' });
  return FileIndex.flatMap((entry, index) =>
    entry.type === 2
      ? [{ path: (FullPaths[index] ?? '').replace(/^[^/]*/, ''), content: Buffer.from(entry.content) }]
      : [],
  );
}

/**
 * Refuses macros, and programs among the objects of a compound file. An object that contains a file ('Package')
 * consists of the file's name, path and bytes.
 */
export function refusePrograms(streams: readonly Stream[]): void {
  for (const { path, content } of streams) {
    if (/\/(macros|vba|_vba_project[^/]*)(\/|$)/i.test(path)) throw new RejectedDocument('macros');
    if (!/ole10native$/i.test(path)) continue;
    const names = content.toString('latin1', 0, 2000).split('\0');
    const mark = content.indexOf('MZ', 4, 'latin1');
    if (names.some(isProgramName) || (mark > 0 && isProgram(content.subarray(mark, mark + 8))))
      throw new RejectedDocument('embedded');
  }
}
