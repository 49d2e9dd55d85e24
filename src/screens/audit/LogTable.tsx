import { germanDay } from '../../shared/berlin.ts';
import { DataTable, type Column } from '../../web/ui/tables/DataTable.tsx';
import type { AuditEntry } from '../../features/audit/contract.ts';

/** The table of log entries, newest first, each with its time and a sentence about who did what to whom. */
export default function LogTable({ entries }: { entries: readonly AuditEntry[] }) {
  return <DataTable label="Einträge" columns={columns} rows={entries} keyOf={keyOf} phoneLines={phoneLines} />;
}

const keyOf = ({ id }: AuditEntry) => id;

const momentOf = ({ date, time }: AuditEntry) => (
  <time dateTime={`${date}T${time}`}>
    {germanDay(date)}, {time}
  </time>
);

const phoneLines = (entry: AuditEntry) =>
  [
    <span key="what" style={{ fontWeight: 400 }}>
      {entry.sentence}
    </span>,
    momentOf(entry),
  ] as const;

const columns: Column<AuditEntry>[] = [
  {
    name: 'when',
    title: 'Wann',
    width: 'clamp(136px, 15vw, 216px)',
    cell: momentOf,
  },
  { name: 'what', title: 'Was', cell: ({ sentence }) => sentence },
];
