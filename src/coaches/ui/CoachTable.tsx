import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import { DataTable, type Column } from '../../web/ui/DataTable.tsx';
import { Pager } from '../../web/ui/Pager.tsx';
import type { Coach } from '../contract.ts';
import type { CoachChoice, CoachOrder } from '../rules.ts';

/** Coaches of a page. */
const pageSize = 25;

interface Props {
  coaches: readonly Coach[];
  choice: CoachChoice;
  page: number;
  onOrder: (order: Pick<CoachChoice, 'by' | 'down'>) => void;
  onPage: (page: number) => void;
  onEdit: (coach: Coach) => void;
}

/** A page of coaches; `page` counts from 1 and stays in range. */
export default function CoachTable({ coaches, choice, page: wanted, onOrder, onPage, onEdit }: Props) {
  const pages = Math.max(1, Math.ceil(coaches.length / pageSize));
  const page = Math.min(wanted, pages);
  const first = (page - 1) * pageSize;
  const shown = coaches.slice(first, first + pageSize);
  const action: Column<Coach> = {
    name: 'action',
    title: 'Aktion',
    onlyScreen: true,
    width: '120px',
    cell: (coach) => (
      <Button
        size="small"
        aria-label={`${coach.firstName} ${coach.lastName} bearbeiten`}
        onClick={() => onEdit(coach)}
        sx={{ ml: -3 }}
      >
        Bearbeiten
      </Button>
    ),
  };
  return (
    <>
      <DataTable
        label="Coaches"
        columns={[...columns, action]}
        rows={shown}
        keyOf={({ id }) => id}
        headingOf={({ firstName, lastName }) => `${firstName} ${lastName}`}
        order={{ by: choice.by, down: choice.down }}
        onOrder={({ by, down }) => onOrder({ by: by as CoachOrder, down })}
      />
      <Pager
        label="Coaches"
        {...{ page, pages, first }}
        shown={shown.length}
        total={coaches.length}
        onChange={onPage}
      />
    </>
  );
}

const columns: Column<Coach>[] = [
  { name: 'lastName', title: 'Nachname', sortable: true, cell: ({ lastName }) => lastName },
  { name: 'firstName', title: 'Vorname', sortable: true, onlyWide: true, cell: ({ firstName }) => firstName },
  {
    name: 'email',
    title: 'E-Mail',
    width: '24%',
    sortable: true,
    cell: ({ email }) => email && <Link href={`mailto:${email}`}>{email}</Link>,
  },
  {
    name: 'teamsLink',
    title: 'Teams-Link',
    width: '104px',
    cell: ({ firstName, lastName, teamsLink }) => (
      <Link href={teamsLink} target="_blank" rel="noreferrer" aria-label={`Teams-Link ${firstName} ${lastName}`}>
        Öffnen
      </Link>
    ),
  },
  {
    name: 'active',
    title: 'Status',
    width: '104px',
    sortable: true,
    cell: ({ active }) => (
      <Chip
        size="small"
        variant="outlined"
        color={active ? 'primary' : 'default'}
        label={active ? 'aktiv' : 'inaktiv'}
      />
    ),
  },
  {
    name: 'speedCoach',
    title: 'Speedcoach',
    width: '156px',
    sortable: true,
    cell: ({ speedCoach }) => <Box component="span">{speedCoach ? 'ja' : 'nein'}</Box>,
  },
];
