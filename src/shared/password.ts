/**
 * Returns the error of a new password (reference 3.10), or null. This does not check whether the password is too
 * common, because only the server can do that.
 */
export function newPasswordProblem(typed: string): string | null {
  const password = typed.normalize('NFC');
  const requiredPatterns = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{N}\s]/u];
  if (password.length < 8 || !requiredPatterns.every((pattern) => pattern.test(password)))
    return 'Passwort muss mindestens 8 Zeichen lang sein und mindestens einen Großbuchstaben, einen Kleinbuchstaben, eine Zahl und ein Sonderzeichen enthalten.';
  if (password.length > 128) return 'Passwort darf höchstens 128 Zeichen lang sein.';
  return null;
}

/** Returns the error if a new password was repeated differently (reference 3.10), or null. */
export function repeatedPasswordProblem(password: string, repeatedPassword: string): string | null {
  return password.normalize('NFC') === repeatedPassword.normalize('NFC') ? null : 'Passwörter stimmen nicht überein.';
}
