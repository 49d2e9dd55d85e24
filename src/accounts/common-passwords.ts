import { dictionary } from '@zxcvbn-ts/language-common';

/** The 10,000 most common ones; the list is ordered by how common they are, in lower case. */
const common = new Set((dictionary['passwords-common'] as readonly string[]).slice(0, 10_000));

/** Whether a password is one of the 10,000 most common ones, compared in lower case (contract §4). */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase());
}
