import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Fragment, useMemo } from 'react';
import type { PageSizes } from '../../web/ui/tables/Pager.tsx';
import { DataTable, type Column } from '../../web/ui/tables/DataTable.tsx';
import { EmailLink } from '../../web/ui/layout/EmailLink.tsx';
import { toPage, Pager } from '../../web/ui/tables/Pager.tsx';
import { StateChip } from '../../web/ui/notices/StateChip.tsx';
import type { Coach } from '../../features/coaches/contract.ts';
import type { CoachListOptions, CoachOrder } from '../../features/coaches/rules.ts';

interface Props {
  coaches: readonly Coach[];
  listOptions: CoachListOptions;
  page: number;
  pageSizes: PageSizes;
  onOrder: (order: Pick<CoachListOptions, 'by' | 'isDescending'>) => void;
  onPage: (page: number) => void;
  /** Must be the same function in every render, since all rows are rendered again when it changes. */
  onEdit: (coach: Coach) => void;
}

/** Shows one page of the coaches. `page` starts at 1. If it is beyond the last page, the last page is shown. */
export default function CoachTable({ coaches, listOptions, page, pageSizes, onOrder, onPage, onEdit }: Props) {
  const { shownItems, ...pager } = toPage(coaches, pageSizes.pageSize, page);
  const actionsOf = useMemo(() => (coach: Coach) => <EditButton coach={coach} onEdit={onEdit} />, [onEdit]);
  return (
    <>
      <DataTable
        label="Coaches"
        columns={columns}
        rows={shownItems}
        keyOf={keyOf}
        phoneLines={phoneLines}
        actionsOf={actionsOf}
        onOpen={onEdit}
        order={{ by: listOptions.by, isDescending: listOptions.isDescending }}
        onOrder={(order) =>
          onOrder(order ? { by: order.by as CoachOrder, isDescending: order.isDescending } : defaultOrder)
        }
      />
      <Pager label="Coaches" {...pager} shownCount={shownItems.length} onChange={onPage} pageSizes={pageSizes} />
    </>
  );
}

function EditButton({ coach, onEdit }: { coach: Coach; onEdit: (coach: Coach) => void }) {
  return (
    <Button size="small" aria-label={`${nameOf(coach)} bearbeiten`} onClick={() => onEdit(coach)}>
      Bearbeiten
    </Button>
  );
}

const keyOf = ({ id }: Coach) => id;
const nameOf = ({ firstName, lastName }: Coach) => `${firstName} ${lastName}`;
const defaultOrder = { by: 'lastName', isDescending: false } as const;

const chipOf = ({ active }: Coach) => (
  <StateChip tone={active ? 'success' : 'plain'}>{active ? 'aktiv' : 'inaktiv'}</StateChip>
);

const phoneLines = (coach: Coach) =>
  [
    nameOf(coach),
    <Fragment key="facts">
      {chipOf(coach)}
      <span className="cut-off">{[coach.speedCoach ? 'Speedcoach' : '', coach.email].filter(Boolean).join(' · ')}</span>
    </Fragment>,
  ] as const;

const columns: Column<Coach>[] = [
  { name: 'lastName', title: 'Nachname', sortable: true, cell: ({ lastName }) => lastName },
  { name: 'firstName', title: 'Vorname', sortable: true, cell: ({ firstName }) => firstName },
  {
    name: 'email',
    title: 'E-Mail',
    width: '28%',
    sortable: true,
    cell: ({ email }) => email && <EmailLink address={email} />,
  },
  {
    name: 'teamsLink',
    title: 'Teams-Link',
    width: '104px',
    minBreakpoint: 'md',
    cell: ({ firstName, lastName, teamsLink }) => (
      <a href={teamsLink} target="_blank" rel="noreferrer" aria-label={`Teams-Link ${firstName} ${lastName}`}>
        Öffnen
      </a>
    ),
  },
  {
    name: 'active',
    title: 'Status',
    width: '104px',
    sortable: true,
    cell: chipOf,
  },
  {
    name: 'speedCoach',
    title: 'Speedcoach',
    width: '120px',
    sortable: true,
    minBreakpoint: 'md',
    cell: ({ speedCoach }) => <Box component="span">{speedCoach ? 'ja' : 'nein'}</Box>,
  },
];
