import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { Suspense, useMemo, useRef, useState } from 'react';
import { formatCount } from '../../shared/german.ts';
import { maxLengths } from '../../shared/lengths.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { EmptyState } from '../../web/ui/notices/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { ExportButton } from '../../web/ui/buttons/ExportButton.tsx';
import { FilterChips } from '../../web/ui/fields/FilterChips.tsx';
import { filterLine } from '../../web/ui/fields/RangeFilter.tsx';
import { FilterTextField } from '../../web/ui/fields/FilterTextField.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { usePageSize } from '../../web/ui/tables/pageSize.ts';
import { listCoaches, type Coach } from '../../features/coaches/contract.ts';
import { filterAndSortCoaches, type CoachListOptions } from '../../features/coaches/rules.ts';
import { coachCsv } from './coachCsv.ts';
import { useCoachChoice } from './useCoachChoice.ts';

const CoachTable = lazyComponent('CoachTable', () => import('./CoachTable.tsx'));
const EditCoachDialog = lazyComponent('EditCoachDialog', () => import('./EditCoachDialog.tsx'));
const NewCoachDialog = lazyComponent('NewCoachDialog', () => import('./NewCoachDialog.tsx'));

/** The page where admins search, sort, export, edit and add coaches (reference 9.1). */
export default function CoachListPage() {
  const { listOptions, historyKey, page, change, setPage } = useCoachChoice();
  const sizing = usePageSize('coaches', 25);
  const [dialog, setDialog] = useState<Coach | 'new' | null>(null);
  const list = useRef<HTMLElement>(null);
  const coachQuery = useApiQuery(listCoaches, {});
  const coaches = coachQuery.data?.data;
  const matchingCoaches = useMemo(() => coaches && filterAndSortCoaches(coaches, listOptions), [coaches, listOptions]);
  const chips = [
    ...(listOptions.active ? [] : [{ label: 'Ohne: aktiv', clear: () => change({ active: true }) }]),
    ...(listOptions.inactive ? [] : [{ label: 'Ohne: inaktiv', clear: () => change({ inactive: true }) }]),
  ];
  const onDialogClosed = () => {
    setDialog(null);
    // The row whose button opened the dialog may have disappeared from the list.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) list.current?.focus();
    });
  };
  return (
    <>
      <PageHeader
        dense
        title="Nutzerverwaltung"
        actions={
          <>
            <ExportButton
              noun="Coaches"
              total={matchingCoaches?.length}
              createExport={async () => ({ name: 'coaches.csv', csv: coachCsv(matchingCoaches ?? []) })}
            />
            <Button variant="contained" onClick={() => setDialog('new')}>
              Coach hinzufügen
            </Button>
          </>
        }
      />
      <CoachListFilter listOptions={listOptions} historyKey={historyKey} coaches={coaches} onChange={change} />
      {coachQuery.isError && <ErrorNotice error={coachQuery.error} retry={() => void coachQuery.refetch()} />}
      {coachQuery.isLoading && <Loading blocks={15} height={24} />}
      {matchingCoaches && (
        <Box component="section" ref={list} tabIndex={-1} aria-label="Coaches" sx={{ outline: 'none' }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 6, alignItems: 'center', minHeight: 36 }}>
            <FilterChips chips={chips} onReset={() => change({ active: true, inactive: true })} />
            <Typography role="status" variant="body2" sx={{ ml: { sm: 'auto' }, color: 'text.secondary' }}>
              {matchingCoaches.length > 0 && formatCount(matchingCoaches.length, 'Coach', 'Coaches')}
            </Typography>
          </Box>
          {matchingCoaches.length === 0 ? (
            <EmptyState picture="lens" title="Keine Coaches gefunden">
              Eine andere Schreibweise oder ein weiterer Status zeigt vielleicht mehr.
            </EmptyState>
          ) : (
            <Suspense fallback={<Loading blocks={15} height={24} />}>
              <CoachTable
                coaches={matchingCoaches}
                listOptions={listOptions}
                page={page}
                pageSizes={{
                  ...sizing,
                  choosePageSize: (size) => {
                    sizing.choosePageSize(size);
                    setPage(1);
                  },
                }}
                onOrder={change}
                onPage={(next) => {
                  setPage(next);
                  list.current?.focus({ preventScroll: true });
                  list.current?.scrollIntoView();
                }}
                onEdit={setDialog}
              />
            </Suspense>
          )}
        </Box>
      )}
      <Suspense fallback={<LoadingNotice />}>
        {dialog === 'new' && <NewCoachDialog onClosed={onDialogClosed} />}
        {dialog !== null && dialog !== 'new' && (
          <EditCoachDialog
            coach={dialog}
            providerState={coachQuery.data?.meta.state ?? null}
            onClosed={onDialogClosed}
          />
        )}
      </Suspense>
    </>
  );
}

interface CoachListFilterProps {
  listOptions: CoachListOptions;
  historyKey: string | null;
  coaches: readonly Coach[] | undefined;
  onChange: (changes: Partial<CoachListOptions>) => void;
}

function CoachListFilter({ listOptions, historyKey, coaches, onChange }: CoachListFilterProps) {
  // The text field has its own state, because typing would be slow if each keystroke had to change the URL first.
  const [text, setText] = useState(listOptions.search);
  const [lastKey, setLastKey] = useState(historyKey);
  // Going back or forward in the browser restores the text. The state is set during rendering, as React recommends.
  if (historyKey !== null && historyKey !== lastKey) {
    setLastKey(historyKey);
    setText(listOptions.search);
  }
  const statuses = [
    { name: 'active', label: 'aktiv', count: coaches?.filter(({ active }) => active).length },
    { name: 'inactive', label: 'inaktiv', count: coaches?.filter(({ active }) => !active).length },
  ] as const;
  return (
    <Box component="search" aria-label="Coaches" className="no-print" sx={filterLine}>
      <FilterTextField
        label="Coach suchen"
        type="search"
        value={text}
        maxLength={maxLengths.search}
        onChange={(typed) => {
          setText(typed);
          onChange({ search: typed.trim() });
        }}
        sx={{ width: '100%', maxWidth: 360 }}
      />
      <Box role="group" aria-label="Status" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4 }}>
        {statuses.map(({ name, label, count }) => (
          <FormControlLabel
            key={name}
            label={count === undefined ? label : `${label} (${count.toLocaleString('de-DE')})`}
            control={
              <Checkbox checked={listOptions[name]} onChange={({ target }) => onChange({ [name]: target.checked })} />
            }
          />
        ))}
      </Box>
    </Box>
  );
}
