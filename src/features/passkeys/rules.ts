/** The maximum number of passkeys of a person (reference 3.16). */
export const maxPasskeys = 10;

/** Returns the error for the name of a passkey; null for a good name (reference 3.16). */
export function nameProblem(name: string): string | null {
  return name === '' ? 'Bitte gib dem Passkey einen Namen.' : null;
}
