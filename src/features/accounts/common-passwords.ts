let list: Promise<Set<string>> | undefined;

/** About 49,000 passwords that stood in breaches most often, in lower case; read when somebody chooses the first one. */
const common = () =>
  (list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'] as readonly string[]),
  ));

/**
 * Whether a password is one of the most common ones, compared in lower case (contract §4), also with digits or signs
 * put before or behind it: 'Passwort-2026!' is what most people make of 'passwort' where a rule wants more.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const lower = password.toLowerCase();
  const bare = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const known = await common();
  return known.has(lower) || (bare.length >= 4 && known.has(bare));
}
