let passwordList: Promise<Set<string>> | undefined;

/** Loads, on first use, the roughly 49,000 most frequent passwords in breaches, in lower case. */
const loadCommonPasswords = () =>
  (passwordList ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'] as readonly string[]),
  ));

/**
 * Whether a password is one of the most common ones (reference 3.10), ignoring case and any digits or symbols around
 * it: most people turn 'passwort' into 'Passwort-2026!' if a rule demands them.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const lower = password.toLowerCase();
  const trimmed = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const commonPasswords = await loadCommonPasswords();
  return commonPasswords.has(lower) || (trimmed.length >= 4 && commonPasswords.has(trimmed));
}
