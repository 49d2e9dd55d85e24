import Box from '@mui/material/Box';
import { Fragment, Suspense, useCallback } from 'react';
import { Link } from 'react-router';
import { addDays, germanDate } from '../../shared/berlin.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { useLatest } from '../../web/useLatest.ts';
import { useOpenEntry } from '../../web/address/useOpenEntry.ts';
import type { Column, Order } from '../../web/ui/tables/DataTable.tsx';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import { PagedTable } from '../../web/ui/tables/PagedTable.tsx';
import { RowButton } from '../../web/ui/buttons/RowButton.tsx';
import { seriesPagePath, sortDemand, summarizeNames, type DemandRow } from './demandRows.ts';

const DemandPanel = lazyComponent('DemandPanel', () => import('./DemandPanel.tsx'));

const initialOrder: Order = { by: 'week', isDescending: false };

/**
 * The demand by week and coach (reference 12.8). Each row has a link to plan a matching series, and opens a panel with
 * all names.
 */
export default function DemandTable({ rows }: { rows: readonly DemandRow[] }) {
  const { openId, openEntry, close } = useOpenEntry('bedarf');
  const openEntryRef = useLatest(openEntry);
  const rowActions = useCallback(
    (row: DemandRow) => (
      <>
        <Link className="row-word" to={seriesPagePath(row)} aria-description={`${coachOf(row)}, ${weekOf(row)}`}>
          <Box component="span" sx={{ display: { xs: 'none', md: 'inline' } }}>
            Termine anlegen
          </Box>
          <Box component="span" sx={{ display: { md: 'none' } }}>
            Anlegen
          </Box>
        </Link>
        <RowButton
          icon="open"
          aria-haspopup="dialog"
          aria-label={`Details ${coachOf(row)}, ${weekOf(row)}`}
          onClick={() => openEntryRef.current(row.key)}
        />
      </>
    ),
    [openEntryRef],
  );
  return (
    <PagedTable
      label="Offener Bedarf"
      columns={columns}
      rows={rows}
      initialOrder={initialOrder}
      sort={sortDemand}
      pageSizeName="warteliste"
      keyOf={keyOf}
      phoneLines={phoneLines}
      actionsOf={rowActions}
      actionsWidth="176px"
      onOpen={({ key }) => openEntry(key)}
      openKey={openId}
      panel={
        openId !== null && (
          <Suspense fallback={<LoadingNotice />}>
            <DemandPanel row={rows.find(({ key }) => key === openId)} onClose={close} />
          </Suspense>
        )
      }
    />
  );
}

const keyOf = ({ key }: DemandRow) => key;
/** Returns the days of a week: '23.11.2026 bis 29.11.2026'. */
const weekOf = ({ monday }: DemandRow) => `${germanDate(monday)} bis ${germanDate(addDays(monday, 6))}`;
const coachOf = ({ coach }: DemandRow) => coach ?? 'Kein bestimmter Coach';

function phoneLines(row: DemandRow) {
  const { monday, people } = row;
  return [
    <Fragment key="what">
      {germanDate(monday).slice(0, -4)} bis {germanDate(addDays(monday, 6)).slice(0, -4)}
      <span className="cut-off">{coachOf(row)}</span>
    </Fragment>,
    <span key="who" className="cut-off">
      {summarizeNames(people)}
    </span>,
  ] as const;
}

const columns: Column<DemandRow>[] = [
  { name: 'week', title: 'Woche', width: '208px', sortable: true, cell: weekOf },
  { name: 'coach', title: 'Coach', oneLine: true, sortable: true, cell: coachOf },
  {
    name: 'people',
    title: 'Personen',
    width: '104px',
    isNumeric: true,
    sortable: true,
    cell: ({ people }) => people.length.toLocaleString('de-DE'),
  },
  {
    name: 'names',
    title: 'Wer wartet',
    width: '38%',
    minBreakpoint: 'md',
    hiddenBesidePanel: true,
    oneLine: true,
    cell: ({ people }) => summarizeNames(people),
  },
];
