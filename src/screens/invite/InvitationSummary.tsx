import { formatCount } from '../../shared/german.ts';
import { Notice } from '../../web/ui/notices/Notice.tsx';

interface Props {
  /** Whether the file was only checked, so that nobody was invited. */
  dryRun: boolean;
  /** How many people were invited or can be, how many have an account already, and how many rows have errors. */
  invited: number;
  known: number;
  failed: number;
}

/** Says how many people of a file were invited, how many have an account already, and how many rows have errors. */
export function InvitationSummary({ dryRun, invited, known, failed }: Props) {
  if (invited + known + failed === 0) return <Notice kind="warning">Die Datei enthält keine Personen.</Notice>;
  const parts = [
    dryRun
      ? `${formatCount(invited, 'Person kann', 'Personen können')} eingeladen werden`
      : `${formatCount(invited, 'Person wurde', 'Personen wurden')} eingeladen`,
    known > 0 && `${formatCount(known, 'ist', 'sind')} schon eingeladen oder registriert`,
    failed > 0 && `${formatCount(failed, 'Zeile hat', 'Zeilen haben')} Fehler`,
  ];
  return (
    <Notice kind={failed > 0 ? 'warning' : dryRun || invited === 0 ? 'info' : 'success'}>
      {parts.filter(Boolean).join(', ')}.{dryRun && ' Eingeladen wurde noch niemand.'}
      {failed > 0 && ' Zeilen mit Fehlern können heruntergeladen, berichtigt und dann noch einmal geschickt werden.'}
    </Notice>
  );
}
