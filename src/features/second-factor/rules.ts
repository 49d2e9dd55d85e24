/** The refusal of a wrong code, at sign-in and in the settings. */
export const wrongCode = 'Der Code stimmt nicht oder wurde schon benutzt.';

/**
 * Parses a typed code (reference 3.13): six digits from the app or a recovery code, without spaces and dashes. In a
 * recovery code, the letters O, I and L become the digits that look like them. Null if the text is neither.
 */
export function parseCode(text: string): { kind: 'app' | 'recovery'; code: string } | null {
  const characters = text.replace(/[\s\-–]/g, '').toUpperCase();
  if (/^\d{6}$/.test(characters)) return { kind: 'app', code: characters };
  const code = characters.replace(/O/g, '0').replace(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{24}$/.test(code) ? { kind: 'recovery', code } : null;
}

/** Writes a long code in groups of four characters with dashes between them (reference 3.13). */
export function groupCharacters(code: string): string {
  return (code.match(/.{1,4}/g) ?? []).join('-');
}
