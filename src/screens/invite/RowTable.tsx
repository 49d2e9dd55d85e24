import { useMemo } from 'react';
import type { InvitedRow } from '../../features/accounts/invitation-files/contract.ts';
import { profileLabels } from '../../shared/profile.ts';
import { FileRowTable } from '../../web/ui/table-files/FileRowTable.tsx';
import type { Column } from '../../web/ui/tables/DataTable.tsx';

interface Props {
  rows: readonly InvitedRow[];
  label: string;
  headerRow: number;
  /** Whether the table shows what is wrong with each row. */
  hasMessages?: boolean;
}

/** A table of the rows of a file with people to invite. */
export function RowTable({ rows, label, headerRow, hasMessages = false }: Props) {
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
