import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';
import { germanDate } from '../../shared/berlin.ts';
import { formatCount } from '../../shared/german.ts';
import { BarList } from '../../web/ui/tables/BarList.tsx';
import { ColumnChart } from '../../web/ui/tables/ColumnChart.tsx';
import { MoreButton, useShowMore } from '../../web/ui/buttons/MoreButton.tsx';
import { TableViewSwitch, useTableView } from '../../web/ui/fields/TableViewSwitch.tsx';
import { PlainTable } from '../../web/ui/tables/PlainTable.tsx';
import type { Steering } from '../../features/steering/contract.ts';
import { definitions, type Share } from '../../features/steering/rules.ts';
import { HourMap } from './HourMap.tsx';

const formatNumber = (value: number, digits: number) =>
  value.toLocaleString('de-DE', { maximumFractionDigits: digits });
const formatPercent = (share: number | null) => (share === null ? '–' : `${formatNumber(100 * share, 1)} %`);
/** Shown instead of a figure that too few people have contributed to. */
const tooFewText = 'zu wenige';
/** The best rating. */
const maxStars = 5;
/** The number of coaches shown initially, and added by 'Mehr laden'. */
const coachesPerPage = 10;

/** All figures, as charts or as tables (`?ansicht=tabelle`). */
export default function SteeringFigures({ figures }: { figures: Steering }) {
  const asTable = useTableView();
  const { missed, lateCancellations, byCoach, reschedules, documents, daysToFirstCoaching: firstCoaching } = figures;
  return (
    <Box component="section" aria-label="Zahlen">
      <TableViewSwitch />
      <Box sx={grid}>
        <Availability availability={figures.availability} asTable={asTable} />
        <Utilisation utilisation={figures.utilisation} asTable={asTable} />
        <FigureCard figure="missed" value={formatPercent(missed.share)} detail={ratioText(missed)} />
        <FigureCard
          figure="lateCancellations"
          value={formatPercent(lateCancellations.share)}
          detail={ratioText(lateCancellations)}
        />
        <FigureCard figure="byCoach" value={formatPercent(byCoach.share)} detail={ratioText(byCoach)} />
        <FigureCard figure="reschedules" value={formatPercent(reschedules.share)} detail={ratioText(reschedules)} />
        <FigureCard
          figure="daysToFirstCoaching"
          value={firstCoaching.median === null ? '–' : formatNumber(firstCoaching.median, 1)}
          detail={`${firstCoaching.people.toLocaleString('de-DE')} Personen`}
        />
        <FigureCard figure="waitingUnmet" value={figures.waitingUnmet.toLocaleString('de-DE')} />
        <FigureCard figure="documents" value={formatPercent(documents.share)} detail={ratioText(documents)} />
        <Ratings ratings={figures.ratings} asTable={asTable} />
        <Topics topics={figures.topics} asTable={asTable} />
      </Box>
    </Box>
  );
}

const ratioText = (share: Share) => `${share.count.toLocaleString('de-DE')} von ${share.of.toLocaleString('de-DE')}`;

interface FigureCardProps {
  figure: keyof typeof definitions;
  /** The value of the figure, in large type. */
  value?: string;
  /** A line of text below the figure. */
  detail?: string;
  /** Whether the card spans all columns of the grid. */
  isWide?: boolean;
  children?: ReactNode;
}

function FigureCard({ figure, value, detail, isWide = false, children }: FigureCardProps) {
  const id = useId();
  const { title, text } = definitions[figure];
  return (
    <Card component="section" aria-labelledby={id} sx={{ ...card, ...(isWide ? { gridColumn: '1 / -1' } : {}) }}>
      <Typography id={id} variant="h2" sx={{ mb: 2 }}>
        {title}
      </Typography>
      {value !== undefined && (
        <Typography component="p" variant="h1">
          {value}
        </Typography>
      )}
      {detail && <Typography sx={{ mb: 2 }}>{detail}</Typography>}
      {children}
      <Typography variant="body2" sx={{ mt: 3, color: 'text.secondary', maxWidth: '70ch' }}>
        {text}
      </Typography>
    </Card>
  );
}

function EmptyHint({ children }: { children: ReactNode }) {
  return <Typography sx={{ color: 'text.secondary' }}>{children}</Typography>;
}

function Availability({ availability, asTable }: { availability: Steering['availability']; asTable: boolean }) {
  const { counted: countedDays, daysUntil, within14, within28, days } = availability;
  if (countedDays === 0)
    return (
      <FigureCard figure="availability" isWide>
        <EmptyHint>In diesem Zeitraum wurde noch nicht gezählt.</EmptyHint>
      </FigureCard>
    );
  const summary = [
    daysUntil === null ? 'Meist war keiner frei' : `${formatNumber(daysUntil, 1)} Tage im Median`,
    `binnen 14 Tagen an ${formatPercent(within14)} der Tage`,
    `binnen 28 Tagen an ${formatPercent(within28)}`,
  ].join(', ');
  return (
    <FigureCard figure="availability" {...(asTable ? { detail: summary } : {})} isWide>
      {asTable ? (
        <PlainTable
          label={definitions.availability.title}
          head={['Tag', 'Tage bis zum nächsten freien Termin']}
          numericColumns={[1]}
          rows={days
            .toReversed()
            .map((day) => ({ key: day.date, cells: [germanDate(day.date), day.daysUntil ?? 'keiner frei'] }))}
        />
      ) : (
        <ColumnChart
          summary={summary}
          columns={days.map(({ date, daysUntil: value }) => ({
            key: date,
            value,
            description: `${germanDate(date)}: ${value === null ? 'keiner frei' : formatCount(value, 'Tag', 'Tage')}`,
            // The first day of each month has a label, for example '01.12.'.
            label: date.endsWith('-01') ? germanDate(date).slice(0, 6) : '',
          }))}
        />
      )}
    </FigureCard>
  );
}

function Utilisation({ utilisation, asTable }: { utilisation: Steering['utilisation']; asTable: boolean }) {
  const { total, coaches, hours } = utilisation;
  const { shownItems, showMore } = useShowMore(coaches, coachesPerPage);
  return (
    <FigureCard figure="utilisation" value={formatPercent(total.share)} detail={ratioText(total)} isWide>
      {coaches.length === 0 && <EmptyHint>In diesem Zeitraum hat kein Einzelcoaching begonnen.</EmptyHint>}
      {coaches.length > 0 && asTable && (
        <PlainTable
          label="Auslastung der Coaches"
          head={['Coach', 'Gebucht', 'Anteil']}
          numericColumns={[1, 2]}
          rows={coaches.map((row) => ({
            key: row.coachId,
            cells: [row.coach, `${row.booked} von ${row.offered}`, formatPercent(row.share)],
          }))}
        />
      )}
      {!asTable && (
        <>
          <BarList
            bars={shownItems.map((row) => ({
              key: row.coachId,
              label: row.coach,
              value: `${row.booked} von ${row.offered} (${formatPercent(row.share)})`,
              share: row.share,
            }))}
          />
          <MoreButton showMore={showMore} />
        </>
      )}
      {hours.length > 0 && <HourMap hours={hours} />}
    </FigureCard>
  );
}

function Ratings({ ratings, asTable }: { ratings: Steering['ratings']; asTable: boolean }) {
  const meanText = (mean: number | null) => (mean === null ? tooFewText : formatNumber(mean, 2));
  const detail = ratings.mean === null ? undefined : `${ratings.ratings.toLocaleString('de-DE')} Bewertungen`;
  return (
    <FigureCard figure="ratings" value={meanText(ratings.mean)} {...(detail ? { detail } : {})} isWide>
      {ratings.mean !== null && asTable && (
        <PlainTable
          label={definitions.ratings.title}
          head={['Aussage', 'Mittelwert']}
          numericColumns={[1]}
          rows={ratings.means.map(({ title, mean }) => ({ key: title, cells: [title, meanText(mean)] }))}
        />
      )}
      {ratings.mean !== null && !asTable && (
        <BarList
          bars={ratings.means.map(({ title, mean }) => ({
            key: title,
            label: title,
            value: meanText(mean),
            share: (mean ?? 0) / maxStars,
          }))}
        />
      )}
    </FigureCard>
  );
}

function Topics({ topics, asTable }: { topics: Steering['topics']; asTable: boolean }) {
  const countedTopics = topics.flatMap(({ topic, count }) => (count === null ? [] : [{ topic, count }]));
  const maxCount = Math.max(1, ...countedTopics.map(({ count }) => count));
  return (
    <FigureCard figure="topics" {...(countedTopics.length === 0 ? { value: tooFewText } : {})} isWide>
      {countedTopics.length > 0 && asTable && (
        <PlainTable
          label={definitions.topics.title}
          head={['Thema', 'Gewünscht']}
          numericColumns={[1]}
          rows={topics.map(({ topic, count }) => ({ key: topic, cells: [topic, count ?? tooFewText] }))}
        />
      )}
      {!asTable && (
        <BarList
          bars={countedTopics.map(({ topic, count }) => ({
            key: topic,
            label: topic,
            value: String(count),
            share: count / maxCount,
          }))}
        />
      )}
    </FigureCard>
  );
}

const card = { p: { xs: 4, sm: 6 }, minWidth: 0 } as const;
const grid = {
  display: 'grid',
  gap: 6,
  alignItems: 'stretch',
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    sm: 'repeat(2, minmax(0, 1fr))',
    lg: 'repeat(3, minmax(0, 1fr))',
  },
} as const;
