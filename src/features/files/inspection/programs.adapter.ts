import CFB from 'cfb';
import { RejectedDocument } from './rejected-document.rules.ts';

const endings =
  /\.(exe|com|scr|dll|msi|bat|cmd|ps1|vbs|vbe|js|jse|wsf|hta|lnk|jar|chm|scf|url|pif|cpl|reg|app|sh|apk)$/i;

/** Whether a file's name is that of a program, or of something that starts one. */
export const isProgramName = (name: string): boolean => endings.test(name.trim());

const starts = ['7f454c46', 'cafebabe', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', '4c00000001140200'];

/** Whether a file's first bytes are those of a program. */
export function isProgram(head: Buffer): boolean {
  const hex = head.toString('hex', 0, 8);
  if (starts.some((start) => hex.startsWith(start))) return true;
  // 'MZ', with which a picture may begin as well, and two lengths in its header, below 512 and 256 pages.
  return hex.startsWith('4d5a') && (head[3] ?? 2) < 2 && head[5] === 0;
}

const compoundHead = 'd0cf11e0a1b11ae1';

/** Whether a file's first bytes are those of a compound file: a document of Office before 2007, or an object in one. */
export const isCompound = (head: Buffer): boolean => head.toString('hex', 0, 8) === compoundHead;

/** A stream of a compound file by its path below the root, such as '/ObjectPool/_1/Ole10Native'. */
export interface Stream {
  path: string;
  content: Buffer;
}

/** All streams of a compound file ([MS-CFB]); the library throws at any other file. */
export function streamsOf(file: Buffer): Stream[] {
  const { FullPaths, FileIndex } = CFB.read(file, { type: 'buffer' });
  return FileIndex.flatMap((entry, index) =>
    entry.type === 2
      ? [{ path: (FullPaths[index] ?? '').replace(/^[^/]*/, ''), content: Buffer.from(entry.content) }]
      : [],
  );
}

/**
 * Refuses programs among the objects of a compound file, and macros. An object that carries any file ('Package')
 * consists of its name, its path and its bytes.
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
