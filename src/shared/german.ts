const collator = new Intl.Collator('de', { sensitivity: 'variant' });

/** German order (DIN 5007-1: ä as a), for names and labels. */
export function inGermanOrder(a: string, b: string): number {
  return collator.compare(a, b);
}

/** A size in bytes as people read it: '12 kB', '3,4 MB' (decimal units, as the limit of 10,000,000 bytes is). */
export function fileSize(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  return `${(bytes / 1_000_000).toLocaleString('de-DE', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`;
}

/** A count with its noun: '1 Termin', '3 Termine'. */
export function count(n: number, one: string, many: string): string {
  return `${n.toLocaleString('de-DE')} ${n === 1 ? one : many}`;
}
