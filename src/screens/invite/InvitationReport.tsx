import Button from '@mui/material/Button';
import type { inviteParticipantsByFile } from '../../features/accounts/invitation-files/contract.ts';
import { invitationColumns, toFailedRow } from '../../features/accounts/invitation-files/rules.ts';
import type { OutputOf } from '../../shared/call.ts';
import { formatCount } from '../../shared/german.ts';
import { FailedRows } from '../../web/ui/table-files/FailedRows.tsx';
import { FileReport } from '../../web/ui/table-files/FileReport.tsx';
import { InvitationSummary } from './InvitationSummary.tsx';
import { RowTable } from './RowTable.tsx';

interface Props {
  fileName: string;
  /** Whether the file was only checked, so that nobody was invited. */
  dryRun: boolean;
  report: OutputOf<typeof inviteParticipantsByFile>['data'];
  /** Invites the people of the file that was checked. */
  onInvite: () => void;
}

/**
 * Shows who was invited, who has an account already, and the rows with errors. After a check, a button with the number
 * of people invites them.
 */
export default function InvitationReport({ fileName, dryRun, report, onInvite }: Props) {
  const { headerRow, invited, known, errors } = report;
  const invitedTitle = dryRun ? 'Personen, die eingeladen werden können' : 'Eingeladene Personen';
  const knownTitle = 'Schon eingeladen oder registriert';
  const failedTitle = 'Zeilen mit Fehlern';
  const groupOf = (title: string, rows: typeof invited) => ({
    title,
    count: rows.length,
    table: <RowTable rows={rows} label={title} headerRow={headerRow} />,
  });
  return (
    <FileReport
      fileName={fileName}
      dryRun={dryRun}
      groups={[groupOf(invitedTitle, invited), groupOf(knownTitle, known)]}
    >
      <InvitationSummary dryRun={dryRun} invited={invited.length} known={known.length} failed={errors.length} />
      {dryRun && invited.length > 0 && (
        <Button variant="contained" onClick={onInvite}>
          {formatCount(invited.length, 'Person', 'Personen')} einladen
        </Button>
      )}
      {errors.length > 0 && (
        <FailedRows
          rows={errors}
          columns={invitationColumns}
          toFailedRow={(row) => toFailedRow(row, headerRow)}
          title={failedTitle}
          fileName={fileName}
          renderTable={(rows, key) => (
            <RowTable key={key} rows={rows} label={failedTitle} headerRow={headerRow} hasMessages />
          )}
        />
      )}
    </FileReport>
  );
}
