import CFB from 'cfb';
import { RefusedDocument } from './refused-document.rules.ts';

const programExtensions =
  /\.(exe|com|scr|dll|msi|bat|cmd|ps1|vbs|vbe|js|jse|wsf|hta|lnk|jar|chm|scf|url|pif|cpl|reg|app|sh|apk)$/i;

/** Whether a file's extension belongs to a program, a script, or a shortcut that starts a program. */
export const isProgramName = (name: string): boolean => programExtensions.test(name.trim());

/** The first bytes, in hex, of programs for Linux, Java and macOS, and of Windows shortcuts. */
const programSignatures = ['7f454c46', 'cafebabe', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', '4c00000001140200'];

/** Whether a file begins like a program. `head` is at least its first 8 bytes. */
export function isProgram(head: Buffer): boolean {
  const hex = head.toString('hex', 0, 8);
  if (programSignatures.some((signature) => hex.startsWith(signature))) return true;
  // Windows programs begin with 'MZ', but other files may too. In a program, the next two numbers are small: the bytes
  // in the last page (less than 512) and the number of pages (less than 256).
  return hex.startsWith('4d5a') && (head[3] ?? 2) < 2 && head[5] === 0;
}

const compoundSignature = 'd0cf11e0a1b11ae1';

/** Whether a file begins like a compound file: an Office document in a format before 2007, or an embedded object. */
export const isCompound = (head: Buffer): boolean => head.toString('hex', 0, 8) === compoundSignature;

/** A stream of a compound file, and its path below the root, for example '/ObjectPool/_1/Ole10Native'. */
export interface Stream {
  path: string;
  content: Buffer;
}

/** The type of a stream in a compound file's directory; the other types are folders. */
const streamType = 2;

/** Returns all streams of a compound file (Microsoft's specification [MS-CFB]). Throws for any other file. */
export function readStreams(file: Buffer): Stream[] {
  const { FullPaths, FileIndex } = CFB.read(file, { type: 'buffer' });
  return FileIndex.flatMap((entry, index) =>
    entry.type === streamType
      ? [{ path: (FullPaths[index] ?? '').replace(/^[^/]*/, ''), content: Buffer.from(entry.content) }]
      : [],
  );
}

/**
 * Refuses a compound file that contains macros, or a program as an embedded object. The stream of an embedded object
 * (Ole10Native) consists of a file's name, path and bytes.
 */
export function refuseProgramsAndMacros(streams: readonly Stream[]): void {
  for (const { path, content } of streams) {
    if (/\/(macros|vba|_vba_project[^/]*)(\/|$)/i.test(path)) throw new RefusedDocument('macros');
    if (!/ole10native$/i.test(path)) continue;
    const names = content.toString('latin1', 0, 2000).split('\0');
    const programStart = content.indexOf('MZ', 4, 'latin1');
    const isWindowsProgram = programStart > 0 && isProgram(content.subarray(programStart, programStart + 8));
    if (names.some(isProgramName) || isWindowsProgram) throw new RefusedDocument('embedded');
  }
}
