/** The refusal of a code, both at sign-in and in the settings. */
export const wrongCode = 'Der Code stimmt nicht oder wurde schon benutzt.';

/**
 * Reads a typed code (reference 3.13) as a code of the app, or as a recovery code without its groups; null if it can be
 * neither.
 */
export function parseCode(typed: string): { of: 'app' | 'recovery'; code: string } | null {
  const characters = typed.replace(/[\s\-–]/g, '').toUpperCase();
  if (/^\d{6}$/.test(characters)) return { of: 'app', code: characters };
  const code = characters.replace(/O/g, '0').replace(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{24}$/.test(code) ? { of: 'recovery', code } : null;
}

/** Divides a long code into groups of four characters, for reading (reference 3.13). */
export function toGroups(code: string): string {
  return (code.match(/.{1,4}/g) ?? []).join('-');
}
