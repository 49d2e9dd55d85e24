import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { BarList } from '../../web/ui/BarList.tsx';
import { Fact, Facts } from '../../web/ui/Fact.tsx';
import { MoreButton, usePages } from '../../web/ui/MoreButton.tsx';
import type { Traffic } from '../contract.ts';

/** The kinds of the traffic that are counted by value (spec coach §3). */
const kinds = [
  ['userAgent', 'Browser'],
  ['userLanguage', 'Sprache'],
  ['ipAddress', 'Netz'],
  ['screenWidth', 'Bildschirmbreite'],
  ['screenHeight', 'Bildschirmhöhe'],
] as const;

/** What visitors' browsers are like: the most common of each kind, and how often each was counted. */
export function Visits({ traffic }: { traffic: Traffic }) {
  const size = (width: string, height: string) => width && height && `${width} × ${height} Pixel`;
  return (
    <>
      <Typography sx={{ mb: 4, color: 'text.secondary', maxWidth: '70ch' }}>
        Gezählt wird jeder Aufruf der letzten 90 Tage, ohne einzelne Personen festzuhalten. Von einer Adresse bleibt nur
        das Netz.
      </Typography>
      <Facts>
        <Fact label="Häufigster Bildschirm">{size(traffic.mostCommonScreenWidth, traffic.mostCommonScreenHeight)}</Fact>
        <Fact label="Häufigstes Fenster">
          {size(traffic.mostCommonViewportWidth, traffic.mostCommonViewportHeight)}
        </Fact>
        <Fact label="Häufigste Sprache">{traffic.mostCommonUserLanguage}</Fact>
        <Fact label="Häufigstes Netz">{traffic.mostCommonIpAddress}</Fact>
        <Fact label="Häufigster Browser">{traffic.mostCommonUserAgent}</Fact>
      </Facts>
      <Box sx={grid}>
        {kinds.map(([kind, title]) => (
          <Values key={kind} title={title} counts={traffic[kind]} />
        ))}
      </Box>
    </>
  );
}

function Values({ title, counts }: { title: string; counts: Record<string, number> }) {
  // An object does not keep the order of numbers as keys.
  const values = Object.entries(counts).sort(([, a], [, b]) => b - a);
  const total = values.reduce((sum, [, times]) => sum + times, 0);
  const { shown, more } = usePages(values, 5);
  if (total === 0) return null;
  return (
    <Box component="section" aria-label={title} sx={{ minWidth: 0 }}>
      <Typography component="h3" variant="h3" sx={{ mb: 3 }}>
        {title}
      </Typography>
      <BarList
        bars={shown.map(([value, times]) => ({
          key: value,
          label: value || 'unbekannt',
          value: times.toLocaleString('de-DE'),
          share: times / total,
        }))}
      />
      <MoreButton more={more} />
    </Box>
  );
}

const grid = {
  mt: 8,
  display: 'grid',
  gap: 8,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
} as const;
