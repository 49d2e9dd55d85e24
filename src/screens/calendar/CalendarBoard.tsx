import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Suspense, useId, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Link } from 'react-router';
import { count } from '../../shared/german.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { useNow } from '../../web/clock.ts';
import { EmptyState } from '../../web/ui/notices/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { visuallyHidden } from '../../web/ui/layout/visuallyHidden.ts';
import { CalendarBar } from './CalendarBar.tsx';
import { boardHeight, BoardWaiting } from './CalendarWaiting.tsx';
import { canMove, daysInWords, type Entry } from './entries.ts';
import { EntryList } from './EntryList.tsx';
import { Legend } from './Legend.tsx';
import { TaskDialog, useTask } from './TaskDialog.tsx';
import { useCalendar, type WantedCoach } from './useCalendar.ts';
import type { useCalendarChoice } from './useCalendarChoice.ts';

const CalendarGrid = lazyComponent('CalendarGrid', () => import('./CalendarGrid.tsx'));

interface Props {
  choice: ReturnType<typeof useCalendarChoice>;
  wanted: readonly WantedCoach[];
  asAdmin: boolean;
  /** The choice of coaches. */
  filter?: ReactNode;
}

/** The title, the bar, the hours or the list, and what can be done with an entry. */
export function CalendarBoard({ choice, wanted, asAdmin, filter }: Props) {
  const { view, date, days, week, today } = choice;
  const now = useNow();
  const id = useId();
  const region = useRef<HTMLElement>(null);
  const { entries, coaches, isLoading, isRenewing, error, retry } = useCalendar(wanted, week, asAdmin, today);
  const shown = useMemo(() => entries.filter((entry) => days.includes(entry.date)), [entries, days]);
  const { task, setTask, ended } = useTask(region);
  const appointments = shown.filter(({ row }) => row).length;
  const words = daysInWords(days);
  const series = asAdmin ? '/series-admin' : '/series-coach';
  const startNew = () => {
    const coachId = wanted.length === 1 ? (wanted[0]?.id ?? 0) : 0;
    setTask({ kind: 'new', stretch: { coachId, date: date < today ? today : date, from: '', till: '' } });
  };
  const keys = (event: KeyboardEvent) => {
    if (!event.shiftKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    event.preventDefault();
    choice.step(event.key === 'ArrowLeft' ? -1 : 1);
  };
  const movable = (entry: Entry) => entry.row !== null && canMove(entry.row, now);
  return (
    <>
      <PageHeader
        title="Kalender"
        actions={
          <>
            <Button component={Link} to={series} sx={{ display: { xs: 'none', sm: 'inline-flex' } }}>
              Serie anlegen
            </Button>
            <Button variant="contained" onClick={startNew}>
              Termin anlegen
            </Button>
          </>
        }
      />
      {filter}
      <CalendarBar choice={choice} title={words} titleId={id} />
      <Box component="output" sx={visuallyHidden}>
        {!isLoading && !isRenewing && `${words}: ${count(appointments, 'Termin', 'Termine')}`}
      </Box>
      <Box component="section" ref={region} tabIndex={-1} aria-labelledby={id} aria-busy={isRenewing} onKeyDown={keys}>
        {error !== null && <ErrorNotice error={error} retry={retry} />}
        {wanted.length === 0 && (
          <EmptyState picture="calendar" title="Kein Coach ausgewählt">
            Wähle oben einen oder mehrere Coaches aus.
          </EmptyState>
        )}
        {wanted.length > 0 && error === null && view === 'liste' && !isLoading && (
          <EntryList
            entries={shown}
            asAdmin={asAdmin}
            onOpen={(entry) => setTask({ kind: 'entry', entry })}
            empty={!isRenewing && <NothingYet series={series} />}
          />
        )}
        {wanted.length > 0 && error === null && view === 'liste' && isLoading && <BoardWaiting />}
        {wanted.length > 0 && error === null && view !== 'liste' && (
          <Box sx={{ height: boardHeight }}>
            <Suspense fallback={<BoardWaiting />}>
              {isLoading ? (
                <BoardWaiting />
              ) : (
                <CalendarGrid
                  entries={shown}
                  coaches={coaches}
                  asAdmin={asAdmin}
                  first={days[0] ?? date}
                  count={days.length}
                  movable={movable}
                  onOpen={(entry) => setTask({ kind: 'entry', entry })}
                  onMark={(stretch) => setTask({ kind: 'new', stretch })}
                  onDrag={(entry, to) => entry.row && setTask({ kind: 'move', row: entry.row, to })}
                />
              )}
            </Suspense>
          </Box>
        )}
      </Box>
      {view !== 'liste' && wanted.length > 0 && error === null && (
        <>
          <Legend />
          <Typography variant="body2" sx={{ mt: 3, color: 'text.secondary', maxWidth: '80ch' }}>
            Ziehe über eine leere Zeit, um einen freien Termin anzulegen, und einen Termin an eine andere Stelle, um ihn
            zu verschieben. Mit der Tastatur: Pfeiltasten führen von Eintrag zu Eintrag, die Eingabetaste öffnet ihn,
            die Umschalttaste mit Pfeil nach links oder rechts blättert.
          </Typography>
          {!isLoading && !isRenewing && !entries.some(({ row }) => row) && (
            <Box sx={{ mt: 4, display: 'flex', flexWrap: 'wrap', columnGap: 4, alignItems: 'center' }}>
              <Typography>In dieser Woche gibt es noch keine Termine.</Typography>
              <Button component={Link} to={series} variant="outlined">
                Serie planen
              </Button>
            </Box>
          )}
        </>
      )}
      <TaskDialog task={task} setTask={setTask} ended={ended} wanted={wanted} asAdmin={asAdmin} />
    </>
  );
}

/** What stands in place of an empty list. */
function NothingYet({ series }: { series: string }) {
  const plan = (
    <Button component={Link} to={series} variant="outlined">
      Serie planen
    </Button>
  );
  return (
    <EmptyState picture="calendar" title="In dieser Woche gibt es noch keine Termine" action={plan}>
      Lege oben einen einzelnen Termin an oder plane eine Serie.
    </EmptyState>
  );
}
