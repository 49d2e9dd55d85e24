import { dictionary } from '@zxcvbn-ts/language-common';

/** About 49,000 passwords that stood in breaches most often, in lower case. */
const common = new Set(dictionary['passwords-common'] as readonly string[]);

/**
 * Whether a password is one of the most common ones, compared in lower case (contract §4), also with digits or signs
 * put before or behind it: 'Passwort-2026!' is what most people make of 'passwort' where a rule wants more.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  const bare = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return common.has(lower) || (bare.length >= 4 && common.has(bare));
}
