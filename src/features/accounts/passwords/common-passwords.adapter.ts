let list: Promise<Set<string>> | undefined;

/** The 49,000 or so most frequent passwords in breaches, in lower case; loaded when first needed. */
const common = () =>
  (list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'] as readonly string[]),
  ));

/**
 * Whether a password is one of the most common ones (reference 3.10), ignoring case and digits or signs added before or
 * after it: 'Passwort-2026!' is what most people make of 'passwort' if a rule demands more.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const lower = password.toLowerCase();
  const bare = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const known = await common();
  return known.has(lower) || (bare.length >= 4 && known.has(bare));
}
