/** The refusal of a code, at the sign-in as in the settings. */
export const wrongCode = 'Der Code stimmt nicht oder wurde schon benutzt.';

/**
 * Reads what somebody typed as a code (reference 3.13): a code of the app, or a recovery code in its stored form; null
 * if it can be neither.
 */
export function readCode(typed: string): { of: 'app' | 'recovery'; code: string } | null {
  const bare = typed.replace(/[\s\-–]/g, '').toUpperCase();
  if (/^\d{6}$/.test(bare)) return { of: 'app', code: bare };
  const code = bare.replace(/O/g, '0').replace(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{24}$/.test(code) ? { of: 'recovery', code } : null;
}

/** A long code in groups of four, for reading (reference 3.13). */
export function inGroups(code: string): string {
  return (code.match(/.{1,4}/g) ?? []).join('-');
}
