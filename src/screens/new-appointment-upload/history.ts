import { formatCount } from '../../shared/german.ts';
import type { Tone } from '../../web/ui/notices/StateChip.tsx';
import type { ListedImport } from '../../features/appointments/import-files/contract.ts';

/** The name of an import's file, or a German substitute for it. */
export const nameOfFile = ({ fileName }: Pick<ListedImport, 'fileName'>) => fileName ?? 'Datei ohne Namen';

/** The id of the link to an import in the history. The link gets the focus when the import is closed. */
export const linkIdOf = (importId: number) => `import-${importId}`;

type Counts = Pick<ListedImport, 'imported' | 'failed' | 'existing'>;

/** Says how many rows became appointments, how many did not, and how many existed; '' if that was not recorded. */
export function countsText({ imported, failed, existing }: Counts): string {
  if (imported === null) return '';
  const failedCount = (failed ?? 0) - (existing ?? 0);
  return [
    formatCount(imported, 'Termin', 'Termine'),
    ...(failedCount > 0 ? [`${formatCount(failedCount, 'Zeile', 'Zeilen')} nicht`] : []),
    ...(existing ? [`${existing.toLocaleString('de-DE')} gab es schon`] : []),
  ].join(', ');
}

/**
 * Says what became of an import. Rows whose appointments exist already are no failure; where it is not known any more
 * how many these were, nothing is called one.
 */
export function stateOf({ undoneAt, ...counts }: Counts & Pick<ListedImport, 'undoneAt'>): {
  tone: Tone;
  label: string;
} {
  const { imported, failed, existing } = counts;
  if (undoneAt !== null) return { tone: 'plain', label: 'Rückgängig gemacht' };
  const tone = existing === null ? 'plain' : imported === 0 ? 'error' : 'warning';
  if (failed && failed > (existing ?? 0)) return { tone, label: imported === 0 ? 'Nichts importiert' : 'Teilweise' };
  if (imported === 0)
    return existing ? { tone: 'success', label: 'Gab es schon' } : { tone: 'error', label: 'Nichts importiert' };
  return { tone: 'success', label: 'Importiert' };
}
