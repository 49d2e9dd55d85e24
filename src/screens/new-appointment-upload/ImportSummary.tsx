import { formatCount } from '../../shared/german.ts';
import { Notice } from '../../web/ui/notices/Notice.tsx';

interface Props {
  importedCount: number;
  failedCount: number;
  /** The number of rows whose appointments exist already; they are neither imported nor failed. */
  existingCount: number;
  /** Whether the import was only simulated, so that nothing was stored. */
  dryRun?: boolean;
  /** Whether the failed rows are shown below, and can be saved. */
  failedRowsShown: boolean;
}

/** Says how many rows of a file became appointments, how many did not, and how many existed already. */
export function ImportSummary({ importedCount, failedCount, existingCount, dryRun = false, failedRowsShown }: Props) {
  if (importedCount + failedCount + existingCount === 0)
    return <Notice kind="warning">Die Datei enthält keine Zeilen mit Terminen.</Notice>;
  const sentence = dryRun
    ? `${formatCount(importedCount, 'Termin kann', 'Termine können')} importiert werden`
    : `${formatCount(importedCount, 'Termin wurde', 'Termine wurden')} importiert`;
  const failedText = failedCount > 0 ? `, ${formatCount(failedCount, 'Zeile', 'Zeilen')} nicht` : '';
  return (
    <Notice kind={failedCount > 0 ? 'warning' : dryRun ? 'info' : 'success'}>
      {sentence}
      {failedText}.
      {existingCount > 0 && ` ${formatCount(existingCount, 'Termin', 'Termine')} gab es schon, da ist nichts zu tun.`}
      {dryRun && ' Gespeichert wurde noch nichts.'}
      {failedRowsShown && ' Diese Zeilen können heruntergeladen, berichtigt und dann noch einmal importiert werden.'}
    </Notice>
  );
}
