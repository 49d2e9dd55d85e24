let passwordList: Promise<Set<string>> | undefined;

/** Returns the roughly 49,000 most frequent passwords in breaches, in lower case. They are loaded on first use. */
const loadCommonPasswords = () =>
  (passwordList ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'] as readonly string[]),
  ));

/** A word this short is compared only together with the digits and symbols around it. */
const maxShortWordLength = 3;

/**
 * Whether a password is one of the most common ones (reference 3.10), ignoring case and any digits or symbols at its
 * start and end: if a rule demands digits and symbols, most people turn 'passwort' into 'Passwort-2026!'.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const lower = password.toLowerCase();
  const trimmed = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const commonPasswords = await loadCommonPasswords();
  return commonPasswords.has(lower) || (trimmed.length > maxShortWordLength && commonPasswords.has(trimmed));
}
