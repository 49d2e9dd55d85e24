import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';
import { germanDate } from '../../shared/berlin.ts';
import { count } from '../../shared/german.ts';
import { BarList } from '../../web/ui/tables/BarList.tsx';
import { ColumnChart } from '../../web/ui/tables/ColumnChart.tsx';
import { MoreButton, usePages } from '../../web/ui/buttons/MoreButton.tsx';
import { TableSwitch, useAsTable } from '../../web/ui/fields/TableSwitch.tsx';
import { PlainTable } from '../../web/ui/tables/PlainTable.tsx';
import type { Steering } from '../../features/steering/contract.ts';
import { definitions, type Share } from '../../features/steering/rules.ts';
import { HourMap } from './HourMap.tsx';

const decimals = (value: number, digits: number) => value.toLocaleString('de-DE', { maximumFractionDigits: digits });
const percent = (share: number | null) => (share === null ? '–' : `${decimals(100 * share, 1)} %`);
const tooFew = 'zu wenige';

/** All figures: as charts, or as tables (`?ansicht=tabelle`). */
export default function SteeringFigures({ figures }: { figures: Steering }) {
  const asTable = useAsTable();
  const { missed, lateCancellations, reschedules, documents, daysToFirstCoaching: first } = figures;
  return (
    <Box component="section" aria-label="Zahlen">
      <TableSwitch />
      <Box sx={grid}>
        <Availability availability={figures.availability} asTable={asTable} />
        <Utilisation utilisation={figures.utilisation} asTable={asTable} />
        <Frame figure="missed" value={percent(missed.share)} below={partsOf(missed)} />
        <Frame figure="lateCancellations" value={percent(lateCancellations.share)} below={partsOf(lateCancellations)} />
        <Frame figure="reschedules" value={percent(reschedules.share)} below={partsOf(reschedules)} />
        <Frame
          figure="daysToFirstCoaching"
          value={first.median === null ? '–' : decimals(first.median, 1)}
          below={`${first.people.toLocaleString('de-DE')} Personen`}
        />
        <Frame figure="waitingUnmet" value={figures.waitingUnmet.toLocaleString('de-DE')} />
        <Frame figure="documents" value={percent(documents.share)} below={partsOf(documents)} />
        <Stars ratings={figures.ratings} asTable={asTable} />
        <Topics topics={figures.topics} asTable={asTable} />
      </Box>
    </Box>
  );
}

const partsOf = (share: Share) => `${share.count.toLocaleString('de-DE')} von ${share.of.toLocaleString('de-DE')}`;

interface FrameProps {
  figure: keyof typeof definitions;
  /** The figure in large type, with its parts below. */
  value?: string;
  below?: string;
  wide?: boolean;
  children?: ReactNode;
}

function Frame({ figure, value, below, wide = false, children }: FrameProps) {
  const id = useId();
  const { title, text } = definitions[figure];
  return (
    <Card component="section" aria-labelledby={id} sx={{ ...frame, ...(wide ? { gridColumn: '1 / -1' } : {}) }}>
      <Typography id={id} variant="h2" sx={{ mb: 2 }}>
        {title}
      </Typography>
      {value !== undefined && (
        <Typography component="p" variant="h1">
          {value}
        </Typography>
      )}
      {below && <Typography sx={{ mb: 2 }}>{below}</Typography>}
      {children}
      <Typography variant="body2" sx={{ mt: 3, color: 'text.secondary', maxWidth: '70ch' }}>
        {text}
      </Typography>
    </Card>
  );
}

function Nothing({ children }: { children: ReactNode }) {
  return <Typography sx={{ color: 'text.secondary' }}>{children}</Typography>;
}

function Availability({ availability, asTable }: { availability: Steering['availability']; asTable: boolean }) {
  const { counted, daysUntil, within14, within28, days } = availability;
  if (counted === 0)
    return (
      <Frame figure="availability" wide>
        <Nothing>In diesem Zeitraum wurde noch nicht gezählt.</Nothing>
      </Frame>
    );
  const summary = [
    daysUntil === null ? 'Meist war keiner frei' : `${decimals(daysUntil, 1)} Tage im Median`,
    `binnen 14 Tagen an ${percent(within14)} der Tage`,
    `binnen 28 Tagen an ${percent(within28)}`,
  ].join(', ');
  return (
    <Frame figure="availability" {...(asTable ? { below: summary } : {})} wide>
      {asTable ? (
        <PlainTable
          label={definitions.availability.title}
          head={['Tag', 'Tage bis zum nächsten freien Termin']}
          numbers={[1]}
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
            description: `${germanDate(date)}: ${value === null ? 'keiner frei' : count(value, 'Tag', 'Tage')}`,
            label: date.endsWith('-01') ? germanDate(date).slice(0, 6) : '',
          }))}
        />
      )}
    </Frame>
  );
}

function Utilisation({ utilisation, asTable }: { utilisation: Steering['utilisation']; asTable: boolean }) {
  const { total, coaches, hours } = utilisation;
  const { shown, more } = usePages(coaches, 10);
  return (
    <Frame figure="utilisation" value={percent(total.share)} below={partsOf(total)} wide>
      {coaches.length === 0 && <Nothing>In diesem Zeitraum hat kein Einzelcoaching begonnen.</Nothing>}
      {coaches.length > 0 && asTable && (
        <PlainTable
          label="Auslastung der Coaches"
          head={['Coach', 'Gebucht', 'Anteil']}
          numbers={[1, 2]}
          rows={coaches.map((one) => ({
            key: one.coachId,
            cells: [one.coach, `${one.booked} von ${one.offered}`, percent(one.share)],
          }))}
        />
      )}
      {!asTable && (
        <>
          <BarList
            bars={shown.map((one) => ({
              key: one.coachId,
              label: one.coach,
              value: `${one.booked} von ${one.offered} (${percent(one.share)})`,
              share: one.share,
            }))}
          />
          <MoreButton more={more} />
        </>
      )}
      {hours.length > 0 && <HourMap hours={hours} />}
    </Frame>
  );
}

function Stars({ ratings, asTable }: { ratings: Steering['ratings']; asTable: boolean }) {
  const words = (mean: number | null) => (mean === null ? tooFew : decimals(mean, 2));
  const below = ratings.mean === null ? undefined : `${ratings.ratings.toLocaleString('de-DE')} Bewertungen`;
  return (
    <Frame figure="ratings" value={words(ratings.mean)} {...(below ? { below } : {})} wide>
      {ratings.mean !== null && asTable && (
        <PlainTable
          label={definitions.ratings.title}
          head={['Aussage', 'Mittelwert']}
          numbers={[1]}
          rows={ratings.means.map(({ title, mean }) => ({ key: title, cells: [title, words(mean)] }))}
        />
      )}
      {ratings.mean !== null && !asTable && (
        <BarList
          bars={ratings.means.map(({ title, mean }) => ({
            key: title,
            label: title,
            value: words(mean),
            share: (mean ?? 0) / 5,
          }))}
        />
      )}
    </Frame>
  );
}

function Topics({ topics, asTable }: { topics: Steering['topics']; asTable: boolean }) {
  const counted = topics.flatMap(({ topic, count }) => (count === null ? [] : [{ topic, count }]));
  const most = Math.max(1, ...counted.map(({ count }) => count));
  return (
    <Frame figure="topics" {...(counted.length === 0 ? { value: tooFew } : {})} wide>
      {counted.length > 0 && asTable && (
        <PlainTable
          label={definitions.topics.title}
          head={['Thema', 'Gewünscht']}
          numbers={[1]}
          rows={topics.map(({ topic, count }) => ({ key: topic, cells: [topic, count ?? tooFew] }))}
        />
      )}
      {!asTable && (
        <BarList
          bars={counted.map(({ topic, count }) => ({
            key: topic,
            label: topic,
            value: String(count),
            share: count / most,
          }))}
        />
      )}
    </Frame>
  );
}

const frame = { p: { xs: 4, sm: 6 }, minWidth: 0 } as const;
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
