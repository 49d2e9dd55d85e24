import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { Suspense, useMemo, useRef, useState } from 'react';
import { count } from '../../shared/german.ts';
import { longest } from '../../shared/lengths.ts';
import { lazyPart } from '../../web/chunk.ts';
import { useAsk } from '../../web/query.ts';
import { EmptyState } from '../../web/ui/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/ErrorNotice.tsx';
import { ExportButton } from '../../web/ui/ExportButton.tsx';
import { Loading } from '../../web/ui/Loading.tsx';
import { Opening } from '../../web/ui/Opening.tsx';
import { PageHeader } from '../../web/ui/PageHeader.tsx';
import { listCoaches, type Coach } from '../contract.ts';
import { chooseCoaches, type CoachChoice } from '../rules.ts';
import { coachCsv } from './coachCsv.ts';
import { useCoachChoice } from './useCoachChoice.ts';

const CoachTable = lazyPart('CoachTable', () => import('./CoachTable.tsx'));
const EditCoachDialog = lazyPart('EditCoachDialog', () => import('./EditCoachDialog.tsx'));
const NewCoachDialog = lazyPart('NewCoachDialog', () => import('./NewCoachDialog.tsx'));

/** Coaches for admins: search, order, export, edit and add (spec coach §2 'Nutzerverwaltung'). */
export default function CoachListPage() {
  const { choice, page, change, setPage } = useCoachChoice();
  const [dialog, setDialog] = useState<Coach | 'new' | null>(null);
  const list = useRef<HTMLElement>(null);
  const answer = useAsk(listCoaches, {});
  const all = answer.data?.data;
  const chosen = useMemo(() => all && chooseCoaches(all, choice), [all, choice]);
  const closed = () => {
    setDialog(null);
    // The row whose button opened the dialog may have left the list.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) list.current?.focus();
    });
  };
  return (
    <>
      <PageHeader
        title="Nutzerverwaltung"
        actions={
          <Button variant="contained" onClick={() => setDialog('new')}>
            Coach hinzufügen
          </Button>
        }
      />
      <Filter choice={choice} all={all} onChange={change} />
      {answer.isError && <ErrorNotice error={answer.error} retry={() => void answer.refetch()} />}
      {answer.isLoading && <Loading blocks={8} height={56} />}
      {chosen && (
        <Box component="section" ref={list} tabIndex={-1} aria-label="Coaches" sx={{ outline: 'none' }}>
          <Box sx={bar}>
            <Typography role="status" sx={{ color: 'text.secondary' }}>
              {chosen.length > 0 && count(chosen.length, 'Coach', 'Coaches')}
            </Typography>
            <ExportButton
              noun="Coaches"
              total={chosen.length}
              make={async () => ({ name: 'coaches.csv', csv: coachCsv(chosen) })}
            />
          </Box>
          {chosen.length === 0 ? (
            <EmptyState picture="lens" title="Keine Coaches gefunden">
              Eine andere Schreibweise oder ein weiterer Status zeigt vielleicht mehr.
            </EmptyState>
          ) : (
            <Suspense fallback={<Loading blocks={8} height={56} />}>
              <CoachTable
                coaches={chosen}
                choice={choice}
                page={page}
                onOrder={change}
                onPage={(wanted) => {
                  setPage(wanted);
                  list.current?.focus({ preventScroll: true });
                  list.current?.scrollIntoView();
                }}
                onEdit={setDialog}
              />
            </Suspense>
          )}
        </Box>
      )}
      <Suspense fallback={<Opening />}>
        {dialog === 'new' && <NewCoachDialog onClosed={closed} />}
        {dialog !== null && dialog !== 'new' && <EditCoachDialog coach={dialog} onClosed={closed} />}
      </Suspense>
    </>
  );
}

interface FilterProps {
  choice: CoachChoice;
  all: readonly Coach[] | undefined;
  onChange: (changes: Partial<CoachChoice>) => void;
}

function Filter({ choice, all, onChange }: FilterProps) {
  // The field goes its own way: the address follows with a delay that typing would feel.
  const [text, setText] = useState(choice.search);
  const states = [
    { name: 'active', label: 'aktiv', count: all?.filter(({ active }) => active).length },
    { name: 'inactive', label: 'inaktiv', count: all?.filter(({ active }) => !active).length },
  ] as const;
  return (
    <Box component="search" aria-label="Coaches" className="no-print" sx={{ mb: 4 }}>
      <TextField
        label="Coach suchen"
        type="search"
        autoComplete="off"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          onChange({ search: target.value.trim() });
        }}
        slotProps={{ htmlInput: { maxLength: longest.search } }}
        sx={{ width: '100%', maxWidth: 480, mb: 2 }}
      />
      <Box role="group" aria-label="Status" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4 }}>
        {states.map((state) => (
          <FormControlLabel
            key={state.name}
            label={state.count === undefined ? state.label : `${state.label} (${state.count.toLocaleString('de-DE')})`}
            control={
              <Checkbox
                checked={choice[state.name]}
                onChange={({ target }) => onChange({ [state.name]: target.checked })}
              />
            }
          />
        ))}
      </Box>
    </Box>
  );
}

const bar = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 3,
  alignItems: 'center',
  justifyContent: 'space-between',
  mb: 4,
} as const;
