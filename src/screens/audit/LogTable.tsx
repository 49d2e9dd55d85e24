import { germanDay } from '../../shared/berlin.ts';
import { DataTable, type Column } from '../../web/ui/tables/DataTable.tsx';
import type { AuditEntry } from '../../features/audit/contract.ts';

/** The table of log entries, newest first, each with its time and a sentence about who did what to whom. */
export default function LogTable({ entries }: { entries: readonly AuditEntry[] }) {
  return <DataTable label="Einträge" columns={columns} rows={entries} keyOf={keyOf} />;
}

const keyOf = ({ id }: AuditEntry) => id;

const columns: Column<AuditEntry>[] = [
  {
    name: 'when',
    title: 'Wann',
    width: 'clamp(136px, 15vw, 216px)',
    cell: ({ date, time }) => (
      <time dateTime={`${date}T${time}`}>
        {germanDay(date)}, {time}
      </time>
    ),
  },
  { name: 'what', title: 'Was', cell: ({ sentence }) => sentence },
];
