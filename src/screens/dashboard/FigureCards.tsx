import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';
import { germanDate, germanDay, weekday } from '../../shared/berlin.ts';
import { formatCount } from '../../shared/german.ts';
import { BarList } from '../../web/ui/tables/BarList.tsx';
import { ColumnChart } from '../../web/ui/tables/ColumnChart.tsx';
import { MoreButton, useShowMore } from '../../web/ui/buttons/MoreButton.tsx';
import { TableViewSwitch, useTableView } from '../../web/ui/fields/TableViewSwitch.tsx';
import { PlainTable, NoWrap } from '../../web/ui/tables/PlainTable.tsx';
import type { Figures } from '../../features/dashboard/contract.ts';

/** The best rating. */
const maxStars = 5;

/** The number of coaches shown initially, and added by 'Mehr laden'. */
const coachesPerPage = 10;

/** Bookings per day, stars per week and the utilisation of the coaches, as charts or tables (`?ansicht=tabelle`). */
export function FigureCards({ figures }: { figures: Figures }) {
  const asTable = useTableView();
  return (
    <Box component="section" aria-label="Zahlen der letzten Wochen" sx={{ mb: 10 }}>
      <TableViewSwitch />
      <Box sx={grid}>
        <BookingsPerDay asTable={asTable} days={figures.bookingsPerDay} />
        <StarsPerWeek asTable={asTable} weeks={figures.starsPerWeek} />
        <CoachUtilisation asTable={asTable} coaches={figures.coaches} />
      </Box>
    </Box>
  );
}

interface FigureCardProps {
  title: string;
  /** A sentence that explains what is counted. */
  explanation: string;
  /** Whether the card spans all columns of the grid. */
  isWide?: boolean;
  children: ReactNode;
}

function FigureCard({ title, explanation, isWide = false, children }: FigureCardProps) {
  const id = useId();
  return (
    <Card
      component="section"
      aria-labelledby={id}
      sx={{ p: { xs: 4, sm: 6 }, ...(isWide ? { gridColumn: '1 / -1' } : {}) }}
    >
      <Typography id={id} variant="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <Typography variant="body2" sx={{ mb: 4, color: 'text.secondary', maxWidth: '70ch' }}>
        {explanation}
      </Typography>
      {children}
    </Card>
  );
}

/** Returns the day and the month: '30.11.'. */
const formatDayAndMonth = (date: string) => germanDate(date).slice(0, 6);
const formatOneDecimal = (value: number) =>
  value.toLocaleString('de-DE', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

function BookingsPerDay({ days, asTable }: { days: Figures['bookingsPerDay']; asTable: boolean }) {
  const bookingCount = days.reduce((sum, { bookings }) => sum + bookings, 0);
  return (
    <FigureCard
      title="Buchungen je Tag"
      explanation="Wann in den letzten 30 Tagen gebucht wurde, auch wenn später storniert wurde."
    >
      {asTable ? (
        <PlainTable
          label="Buchungen je Tag"
          head={['Tag', 'Buchungen']}
          numericColumns={[1]}
          rows={days.toReversed().map(({ date, bookings }) => ({
            key: date,
            cells: [<NoWrap key="day">{germanDay(date)}</NoWrap>, bookings],
          }))}
        />
      ) : (
        <ColumnChart
          summary={`${formatCount(bookingCount, 'Buchung', 'Buchungen')} in 30 Tagen`}
          columns={days.map(({ date, bookings }) => ({
            key: date,
            value: bookings,
            description: `${germanDay(date)}: ${formatCount(bookings, 'Buchung', 'Buchungen')}`,
            label: weekday(date) === 'Montag' ? formatDayAndMonth(date) : '',
          }))}
        />
      )}
    </FigureCard>
  );
}

function StarsPerWeek({ weeks, asTable }: { weeks: Figures['starsPerWeek']; asTable: boolean }) {
  const ratingCount = weeks.reduce((sum, week) => sum + week.ratings, 0);
  const starCount = weeks.reduce((sum, week) => sum + week.ratings * (week.average ?? 0), 0);
  const summary =
    ratingCount === 0
      ? 'Noch keine Bewertungen'
      : `${formatCount(ratingCount, 'Bewertung', 'Bewertungen')} in 12 Wochen, im Durchschnitt ${formatOneDecimal(starCount / ratingCount)} Sterne`;
  const formatAverage = (average: number | null) => (average === null ? '–' : formatOneDecimal(average));
  return (
    <FigureCard
      title="Sterne je Woche"
      explanation="Durchschnitt aller Bewertungen, die in der Woche abgegeben wurden (1 bis 5 Sterne)."
    >
      {asTable ? (
        <PlainTable
          label="Sterne je Woche"
          head={['Woche ab', 'Anzahl', 'Sterne']}
          numericColumns={[1, 2]}
          rows={weeks.toReversed().map((week) => ({
            key: week.from,
            cells: [<NoWrap key="week">{germanDay(week.from)}</NoWrap>, week.ratings, formatAverage(week.average)],
          }))}
        />
      ) : (
        <ColumnChart
          summary={summary}
          top={maxStars}
          columns={weeks.map((week, index) => ({
            key: week.from,
            value: week.average,
            description: `Woche ab ${germanDate(week.from)}: ${formatAverage(week.average)} Sterne aus ${formatCount(week.ratings, 'Bewertung', 'Bewertungen')}`,
            // Every third of the twelve weeks has a label, including the last.
            label: index % 3 === 2 ? formatDayAndMonth(week.from) : '',
          }))}
        />
      )}
    </FigureCard>
  );
}

function CoachUtilisation({ coaches, asTable }: { coaches: Figures['coaches']; asTable: boolean }) {
  const { shownItems, showMore } = useShowMore(coaches, coachesPerPage);
  const formatPercent = (share: number) => `${Math.round(100 * share)} %`;
  return (
    <FigureCard
      isWide
      title="Auslastung der Coaches"
      explanation="Wie viele der Einzelcoachings der letzten 30 Tage gebucht waren; versäumte zählen mit, stornierte nicht."
    >
      {coaches.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>In diesen Tagen gab es keine Einzelcoachings.</Typography>
      )}
      {coaches.length > 0 && asTable && (
        <PlainTable
          label="Auslastung der Coaches"
          head={['Coach', 'Gebucht', 'Anteil']}
          numericColumns={[1, 2]}
          rows={coaches.map(({ coachId, coach, offered, booked, share }) => ({
            key: coachId,
            cells: [coach, `${booked} von ${offered}`, formatPercent(share)],
          }))}
        />
      )}
      {!asTable && (
        <>
          <BarList
            bars={shownItems.map(({ coachId, coach, offered, booked, share }) => ({
              key: coachId,
              label: coach,
              value: `${booked} von ${offered} (${formatPercent(share)})`,
              share,
            }))}
          />
          <MoreButton showMore={showMore} />
        </>
      )}
    </FigureCard>
  );
}

const grid = {
  display: 'grid',
  gap: 6,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
} as const;
