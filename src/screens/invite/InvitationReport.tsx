import { useMemo } from 'react';
import type { InvitedRow, inviteParticipantsByFile } from '../../features/accounts/invitation-files/contract.ts';
import { invitationColumns, toFailedRow } from '../../features/accounts/invitation-files/rules.ts';
import type { OutputOf } from '../../shared/call.ts';
import { formatCount } from '../../shared/german.ts';
import { profileLabels } from '../../shared/profile.ts';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import type { Column } from '../../web/ui/tables/DataTable.tsx';
import { FailedRows } from '../../web/ui/table-files/FailedRows.tsx';
import { FileReport } from '../../web/ui/table-files/FileReport.tsx';
import { FileRowTable } from '../../web/ui/table-files/FileRowTable.tsx';

interface Props {
  fileName: string;
  /** Whether the file was only checked, so that nobody was invited. */
  dryRun: boolean;
  report: OutputOf<typeof inviteParticipantsByFile>['data'];
}

/** Shows who was invited, and the rows with errors. */
export default function InvitationReport({ fileName, dryRun, report }: Props) {
  const { headerRow, invited, errors } = report;
  const invitedTitle = dryRun ? 'Personen, die eingeladen werden können' : 'Eingeladene Personen';
  const failedTitle = 'Zeilen mit Fehlern';
  return (
    <FileReport
      fileName={fileName}
      dryRun={dryRun}
      succeeded={{
        title: invitedTitle,
        count: invited.length,
        table: <RowTable rows={invited} label={invitedTitle} headerRow={headerRow} />,
      }}
    >
      <Summary invitedCount={invited.length} failedCount={errors.length} dryRun={dryRun} />
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

/** Says how many people were invited, and how many rows have errors. */
function Summary({
  invitedCount,
  failedCount,
  dryRun,
}: {
  invitedCount: number;
  failedCount: number;
  dryRun: boolean;
}) {
  if (invitedCount + failedCount === 0) return <Notice kind="warning">Die Datei enthält keine Personen.</Notice>;
  const sentence = dryRun
    ? `${formatCount(invitedCount, 'Person kann', 'Personen können')} eingeladen werden`
    : `${formatCount(invitedCount, 'Person wurde', 'Personen wurden')} eingeladen`;
  const failedText = failedCount > 0 ? `, ${formatCount(failedCount, 'Zeile hat', 'Zeilen haben')} Fehler` : '';
  return (
    <Notice kind={failedCount > 0 ? 'warning' : dryRun ? 'info' : 'success'}>
      {sentence}
      {failedText}.{dryRun && ' Eingeladen wurde noch niemand.'}
      {failedCount > 0 &&
        ' Zeilen mit Fehlern können heruntergeladen, berichtigt und dann noch einmal geschickt werden.'}
    </Notice>
  );
}

interface TableProps {
  rows: readonly InvitedRow[];
  label: string;
  headerRow: number;
  /** Whether the table shows what is wrong with each row. */
  hasMessages?: boolean;
}

function RowTable({ rows, label, headerRow, hasMessages = false }: TableProps) {
  const columns = useMemo(() => createColumns(headerRow, hasMessages), [headerRow, hasMessages]);
  return (
    <FileRowTable
      rows={rows}
      label={label}
      columns={columns}
      keyOf={keyOf}
      headingOf={({ rowNumber }) => `Zeile ${headerRow + rowNumber}`}
      sortTexts={sortTexts}
    />
  );
}

const keyOf = ({ rowNumber }: InvitedRow) => rowNumber;
const nameOf = ({ cells }: InvitedRow) => [cells.firstName, cells.lastName].filter(Boolean).join(' ');

function createColumns(headerRow: number, hasMessages: boolean): Column<InvitedRow>[] {
  const columns: Column<InvitedRow>[] = [
    {
      name: 'line',
      title: 'Zeile',
      width: '76px',
      sortable: true,
      hiddenOnCards: true,
      cell: ({ rowNumber }) => headerRow + rowNumber,
    },
    { name: 'name', title: 'Name', width: '22%', sortable: true, optional: true, cell: nameOf },
    {
      name: 'email',
      title: profileLabels.email,
      sortable: true,
      optional: true,
      oneLine: true,
      cell: ({ cells }) => cells.email,
    },
  ];
  return hasMessages
    ? [...columns, { name: 'message', title: 'Meldung', width: '44%', sortable: true, cell: ({ message }) => message }]
    : columns;
}

/** For each column, the text of a row to sort by. `line` is missing, because the rows are already sorted by line. */
const sortTexts: Record<string, (row: InvitedRow) => string> = {
  name: ({ cells }) => `${cells.lastName} ${cells.firstName}`,
  email: ({ cells }) => cells.email,
  message: ({ message }) => message,
};
