const collator = new Intl.Collator('de', { sensitivity: 'variant' });

/** Compares names or labels in German order (DIN 5007-1: ä as a). */
export function compareGerman(a: string, b: string): number {
  return collator.compare(a, b);
}

/**
 * The size of a file in MB as it is displayed everywhere (reference 5.7; decimal, like the limit of 10,000,000 bytes):
 * '0,02 MB'. It is never '0,00 MB' for a file that is not empty.
 */
export function formatFileSize(bytes: number): string {
  const megabytes = bytes === 0 ? 0 : Math.max(0.01, bytes / 1_000_000);
  return `${megabytes.toLocaleString('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} MB`;
}

/** A count with its noun: '1 Termin', '3 Termine'. */
export function formatCount(n: number, one: string, many: string): string {
  return `${n.toLocaleString('de-DE')} ${n === 1 ? one : many}`;
}
