import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Suspense, useId, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../shared/german.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { useNow } from '../../web/clock.ts';
import { useMinWidth } from '../../web/useMinWidth.ts';
import { EmptyState } from '../../web/ui/notices/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { visuallyHidden } from '../../web/ui/layout/visuallyHidden.ts';
import { CalendarBar } from './CalendarBar.tsx';
import { boardHeight, BoardSkeleton } from './CalendarSkeleton.tsx';
import { daysWithColumns, formatDays } from './calendarEntries.ts';
import { EntryList } from './EntryList.tsx';
import { useCalendar, type SelectableCoach } from './useCalendar.ts';
import type { useCalendarChoice } from './useCalendarChoice.ts';
import { useCalendarDialogs } from './useCalendarDialogs.tsx';

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
  const isNarrow = !useMinWidth(600);
  const { entries, coaches, isLoading, isOutdated, error, retry } = useCalendar(selectedCoaches, week, asAdmin, now);
  const visibleEntries = useMemo(() => entries.filter((entry) => days.includes(entry.date)), [entries, days]);
  const shownDays = useMemo(
    () => (view === 'woche' ? daysWithColumns(days, visibleEntries, today) : days),
    [view, days, visibleEntries, today],
  );
  const { openEntry, openNew, openMove, dialogs } = useCalendarDialogs(region, selectedCoaches, asAdmin);
  const appointmentCount = visibleEntries.filter(({ appointment }) => appointment).length;
  const title = formatDays(shownDays);
  const seriesPath = asAdmin ? '/series-admin' : '/series-coach';
  const openNewSlotDialog = () => {
    const coachId = selectedCoaches.length === 1 ? (selectedCoaches[0]?.id ?? 0) : 0;
    openNew({ coachId, date: date < today ? today : date, from: '', till: '' });
  };
  const pageByKeyboard = (event: KeyboardEvent) => {
    if (!event.shiftKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    event.preventDefault();
    // The entry that has the focus is about to disappear.
    region.current?.focus({ preventScroll: true });
    choice.step(event.key === 'ArrowLeft' ? -1 : 1);
  };
  const hasCoaches = selectedCoaches.length > 0;
  // More columns than these have to scroll sideways, which takes a scrolling area of its own.
  const scrollsWithPage = isNarrow && view === 'tag' && coaches.length <= 3;
  return (
    <>
      <PageHeader
        title="Kalender"
        dense={isNarrow}
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
        {!hasCoaches && (
          <EmptyState picture="calendar" title="Kein Coach ausgewählt">
            Wähle oben einen oder mehrere Coaches aus.
          </EmptyState>
        )}
        {hasCoaches && error === null && view === 'liste' && !isLoading && (
          <EntryList
            key={week[0]}
            entries={visibleEntries}
            asAdmin={asAdmin}
            today={today}
            onOpen={openEntry}
            emptyState={!isOutdated && <NoAppointments seriesPath={seriesPath} />}
          />
        )}
        {hasCoaches && error === null && view === 'liste' && isLoading && <BoardSkeleton asAdmin={asAdmin} />}
        {hasCoaches && error === null && view !== 'liste' && (
          <Box sx={scrollsWithPage ? undefined : { height: boardHeight(asAdmin) }}>
            <Suspense fallback={<BoardSkeleton asAdmin={asAdmin} />}>
              {isLoading ? (
                <BoardSkeleton asAdmin={asAdmin} />
              ) : (
                <CalendarGrid
                  entries={visibleEntries}
                  coaches={coaches}
                  asAdmin={asAdmin}
                  days={shownDays}
                  isOutdated={isOutdated}
                  scrollsWithPage={scrollsWithPage}
                  onOpen={openEntry}
                  onSelect={openNew}
                  onDrag={openMove}
                />
              )}
            </Suspense>
          </Box>
        )}
        {hasCoaches &&
          error === null &&
          view !== 'liste' &&
          !isLoading &&
          !isOutdated &&
          !entries.some(({ appointment }) => appointment) && (
            <Box sx={emptyWeek}>
              <Typography>In dieser Woche gibt es noch keine Termine.</Typography>
              <Button component={Link} to={seriesPath} variant="outlined">
                Serie planen
              </Button>
            </Box>
          )}
      </Box>
      {dialogs}
    </>
  );
}

/** The notice in a week without appointments. It lies over the end of the grid, so that nothing moves. */
const emptyWeek = {
  position: 'sticky',
  bottom: 16,
  zIndex: 2,
  display: 'flex',
  gap: { xs: 3, sm: 4 },
  alignItems: 'center',
  width: 'fit-content',
  mx: 'auto',
  mt: '-84px',
  px: { xs: 4, sm: 6 },
  py: { xs: 2, sm: 4 },
  borderRadius: '16px',
  border: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
  '& .MuiButton-root': { flex: 'none' },
} as const;

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
