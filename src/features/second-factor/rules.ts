/** What somebody typed as a code: of the app, or one for recovery in its stored form; null where it can be neither. */
export function readCode(typed: string): { of: 'app' | 'recovery'; code: string } | null {
  const bare = typed.replace(/[\s\-–]/g, '').toUpperCase();
  if (/^\d{6}$/.test(bare)) return { of: 'app', code: bare };
  const code = bare.replace(/O/g, '0').replace(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{24}$/.test(code) ? { of: 'recovery', code } : null;
}

/** A long code as people read it, in groups of four. */
export function inGroups(code: string): string {
  return (code.match(/.{1,4}/g) ?? []).join('-');
}
