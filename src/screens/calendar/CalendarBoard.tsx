import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Suspense, useId, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../shared/german.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { useNow } from '../../web/clock.ts';
import { EmptyState } from '../../web/ui/notices/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { visuallyHidden } from '../../web/ui/layout/visuallyHidden.ts';
import { CalendarBar } from './CalendarBar.tsx';
import { boardHeight, BoardSkeleton } from './CalendarSkeleton.tsx';
import { canMove, formatDays, type Entry } from './calendarEntries.ts';
import { EntryList } from './EntryList.tsx';
import { Legend } from './Legend.tsx';
import { CalendarDialogs, useCalendarDialogs } from './CalendarDialogs.tsx';
import { useCalendar, type SelectableCoach } from './useCalendar.ts';
import type { useCalendarChoice } from './useCalendarChoice.ts';

const CalendarGrid = lazyComponent('CalendarGrid', () => import('./CalendarGrid.tsx'));

interface Props {
  /** The view, days and coaches in the URL, and the functions that change them. */
  choice: ReturnType<typeof useCalendarChoice>;
  selectedCoaches: readonly SelectableCoach[];
  asAdmin: boolean;
  /** The field in which admins choose the coaches. */
  coachFilter?: ReactNode;
}

/** The calendar's title, bar, grid or list, and dialogs. */
export function CalendarBoard({ choice, selectedCoaches, asAdmin, coachFilter }: Props) {
  const { view, date, days, week, today } = choice;
  const now = useNow();
  const id = useId();
  const region = useRef<HTMLElement>(null);
  const { entries, coaches, isLoading, isOutdated, error, retry } = useCalendar(selectedCoaches, week, asAdmin, today);
  const visibleEntries = useMemo(() => entries.filter((entry) => days.includes(entry.date)), [entries, days]);
  const { dialog, setDialog, afterClose } = useCalendarDialogs(region);
  const appointmentCount = visibleEntries.filter(({ appointment }) => appointment).length;
  const title = formatDays(days);
  const seriesPath = asAdmin ? '/series-admin' : '/series-coach';
  const openNewSlotDialog = () => {
    const coachId = selectedCoaches.length === 1 ? (selectedCoaches[0]?.id ?? 0) : 0;
    setDialog({ kind: 'new', range: { coachId, date: date < today ? today : date, from: '', till: '' } });
  };
  const pageByKeyboard = (event: KeyboardEvent) => {
    if (!event.shiftKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    event.preventDefault();
    choice.step(event.key === 'ArrowLeft' ? -1 : 1);
  };
  const isMovable = (entry: Entry) => entry.appointment !== null && canMove(entry.appointment, now);
  return (
    <>
      <PageHeader
        title="Kalender"
        actions={
          <>
            <Button component={Link} to={seriesPath} sx={{ display: { xs: 'none', sm: 'inline-flex' } }}>
              Serie anlegen
            </Button>
            <Button variant="contained" onClick={openNewSlotDialog}>
              Termin anlegen
            </Button>
          </>
        }
      />
      {coachFilter}
      <CalendarBar choice={choice} title={title} titleId={id} />
      <Box component="output" sx={visuallyHidden}>
        {!isLoading && !isOutdated && `${title}: ${formatCount(appointmentCount, 'Termin', 'Termine')}`}
      </Box>
      <Box
        component="section"
        ref={region}
        tabIndex={-1}
        aria-labelledby={id}
        aria-busy={isOutdated}
        onKeyDown={pageByKeyboard}
      >
        {error !== null && <ErrorNotice error={error} retry={retry} />}
        {selectedCoaches.length === 0 && (
          <EmptyState picture="calendar" title="Kein Coach ausgewählt">
            Wähle oben einen oder mehrere Coaches aus.
          </EmptyState>
        )}
        {selectedCoaches.length > 0 && error === null && view === 'liste' && !isLoading && (
          <EntryList
            entries={visibleEntries}
            asAdmin={asAdmin}
            onOpen={(entry) => setDialog({ kind: 'entry', entry })}
            emptyState={!isOutdated && <NoAppointments seriesPath={seriesPath} />}
          />
        )}
        {selectedCoaches.length > 0 && error === null && view === 'liste' && isLoading && <BoardSkeleton />}
        {selectedCoaches.length > 0 && error === null && view !== 'liste' && (
          <Box sx={{ height: boardHeight }}>
            <Suspense fallback={<BoardSkeleton />}>
              {isLoading ? (
                <BoardSkeleton />
              ) : (
                <CalendarGrid
                  entries={visibleEntries}
                  coaches={coaches}
                  asAdmin={asAdmin}
                  firstDay={days[0] ?? date}
                  dayCount={days.length}
                  isMovable={isMovable}
                  onOpen={(entry) => setDialog({ kind: 'entry', entry })}
                  onSelect={(range) => setDialog({ kind: 'new', range })}
                  onDrag={({ appointment }, draggedTo) =>
                    appointment && setDialog({ kind: 'move', appointment, draggedTo })
                  }
                />
              )}
            </Suspense>
          </Box>
        )}
      </Box>
      {view !== 'liste' && selectedCoaches.length > 0 && error === null && (
        <>
          <Legend />
          <Typography variant="body2" sx={{ mt: 3, color: 'text.secondary', maxWidth: '80ch' }}>
            Ziehe über eine leere Zeit, um einen freien Termin anzulegen, und einen Termin an eine andere Stelle, um ihn
            zu verschieben. Mit der Tastatur: Pfeiltasten führen von Eintrag zu Eintrag, die Eingabetaste öffnet ihn,
            die Umschalttaste mit Pfeil nach links oder rechts blättert.
          </Typography>
          {!isLoading && !isOutdated && !entries.some(({ appointment }) => appointment) && (
            <Box sx={{ mt: 4, display: 'flex', flexWrap: 'wrap', columnGap: 4, alignItems: 'center' }}>
              <Typography>In dieser Woche gibt es noch keine Termine.</Typography>
              <Button component={Link} to={seriesPath} variant="outlined">
                Serie planen
              </Button>
            </Box>
          )}
        </>
      )}
      <CalendarDialogs
        dialog={dialog}
        setDialog={setDialog}
        afterClose={afterClose}
        selectedCoaches={selectedCoaches}
        asAdmin={asAdmin}
      />
    </>
  );
}

/** The notice that takes the place of an empty list. */
function NoAppointments({ seriesPath }: { seriesPath: string }) {
  const planButton = (
    <Button component={Link} to={seriesPath} variant="outlined">
      Serie planen
    </Button>
  );
  return (
    <EmptyState picture="calendar" title="In dieser Woche gibt es noch keine Termine" action={planButton}>
      Lege oben einen einzelnen Termin an oder plane eine Serie.
    </EmptyState>
  );
}
