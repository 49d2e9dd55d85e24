import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense } from 'react';
import { lazyComponent } from '../../../web/lazyComponent.ts';
import { BarList } from '../../../web/ui/tables/BarList.tsx';
import { Fact, Facts } from '../../../web/ui/layout/Fact.tsx';
import { Loading } from '../../../web/ui/notices/Loading.tsx';
import { MoreButton, useShowMore } from '../../../web/ui/buttons/MoreButton.tsx';
import { TableViewSwitch, useTableView } from '../../../web/ui/fields/TableViewSwitch.tsx';
import type { Traffic } from '../contract.ts';
import { browserName, sumByBrowser } from './browserName.ts';

const ValueTable = lazyComponent('ValueTable', () => import('./ValueTable.tsx'));

/** The properties of visits whose values are counted (reference 10.4). */
const visitProperties = [
  ['userAgent', 'Browser'],
  ['userLanguage', 'Sprache'],
  ['ipAddress', 'Netz'],
  ['screenWidth', 'Bildschirmbreite'],
  ['screenHeight', 'Bildschirmhöhe'],
] as const;

/** The most common value of each property of visitors' browsers. */
export function MostCommonValues({ traffic }: { traffic: Traffic }) {
  const describeSize = (width: string, height: string) => width && height && `${width} × ${height} Pixel`;
  return (
    <Facts>
      <Fact label="Häufigster Bildschirm">
        {describeSize(traffic.mostCommonScreenWidth, traffic.mostCommonScreenHeight)}
      </Fact>
      <Fact label="Häufigstes Fenster">
        {describeSize(traffic.mostCommonViewportWidth, traffic.mostCommonViewportHeight)}
      </Fact>
      <Fact label="Häufigste Sprache">{traffic.mostCommonUserLanguage}</Fact>
      <Fact label="Häufigstes Netz">{traffic.mostCommonIpAddress}</Fact>
      <Fact label="Häufigster Browser">{browserName(traffic.mostCommonUserAgent)}</Fact>
    </Facts>
  );
}

/** The most common values, and the number of visits for each value as bars or, with `?ansicht=tabelle`, as tables. */
export function Visits({ traffic }: { traffic: Traffic }) {
  return (
    <>
      <MostCommonValues traffic={traffic} />
      <TableViewSwitch />
      {/* One fallback for all tables: if they appeared one by one, each would move the tables below it. */}
      <Suspense fallback={<Loading blocks={visitProperties.length} height={240} />}>
        <Box sx={grid}>
          {visitProperties.map(([property, title]) => (
            <ValueSection
              key={property}
              title={title}
              counts={property === 'userAgent' ? sumByBrowser(traffic[property]) : traffic[property]}
            />
          ))}
        </Box>
      </Suspense>
    </>
  );
}

function ValueSection({ title, counts }: { title: string; counts: Record<string, number> }) {
  // The server's order is lost, because an object puts numeric keys first.
  const values = Object.entries(counts).sort(([, a], [, b]) => b - a);
  const total = values.reduce((sum, [, count]) => sum + count, 0);
  const { shownItems, showMore } = useShowMore(values, 5);
  const isTableView = useTableView();
  if (total === 0) return null;
  return (
    <Box component="section" aria-label={title} sx={{ minWidth: 0 }}>
      <Typography component="h2" variant="h3" sx={{ mb: 3 }}>
        {title}
      </Typography>
      {isTableView ? (
        <ValueTable title={title} values={values} />
      ) : (
        <>
          <BarList
            bars={shownItems.map(([value, count]) => ({
              key: value,
              label: value || 'unbekannt',
              value: count.toLocaleString('de-DE'),
              share: count / total,
            }))}
          />
          <MoreButton showMore={showMore} />
        </>
      )}
    </Box>
  );
}

const grid = {
  display: 'grid',
  gap: 8,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
} as const;
