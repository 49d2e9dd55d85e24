import type { RejectionReason } from '../inspection/rejected-document.rules.ts';

/**
 * A file that must be refused: a title for what it tries, its name, and why it is refused; 'ending' means that it is
 * refused before its content is read.
 */
export interface HostileFile {
  title: string;
  name: string;
  why: RejectionReason | 'ending';
  bytes: () => Buffer | string;
}

/** Files with the same name that are refused for the same reason; the keys are their titles. */
export const group = (
  name: string,
  why: HostileFile['why'],
  files: Record<string, HostileFile['bytes']>,
): HostileFile[] => Object.entries(files).map(([title, bytes]) => ({ title, name, why, bytes }));

/** The harmless test file that scanners report as a virus (eicar.org), assembled so that none finds it in this file. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!', '$H+H*'].join('');

/** The first bytes of a Windows program. */
export const program = Buffer.from('MZ\u0090\0\u0003\0\0\0', 'latin1');
