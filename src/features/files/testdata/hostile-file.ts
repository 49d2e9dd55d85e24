import type { RefusalReason } from '../inspection/refused-document.rules.ts';

/** A file that must be refused. */
export interface HostileFile {
  /** What the file is or attempts. */
  title: string;
  name: string;
  /** The reason for the refusal; 'extension' if the file is refused because of its extension alone. */
  reason: RefusalReason | 'extension';
  bytes: () => Buffer | string;
}

/**
 * Makes a list of files with the same name that are refused for the same reason; the keys of `files` are their titles.
 */
export const createHostileFiles = (
  name: string,
  reason: HostileFile['reason'],
  files: Record<string, HostileFile['bytes']>,
): HostileFile[] => Object.entries(files).map(([title, bytes]) => ({ title, name, reason, bytes }));

/** The harmless test file that scanners report as a virus (eicar.org), split so that they do not report this file. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!', '$H+H*'].join('');

/** The first bytes of a Windows program. */
export const program = Buffer.from('MZ\u0090\0\u0003\0\0\0', 'latin1');
