import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { Suspense, useRef } from 'react';
import { germanDate, weekday } from '../../shared/berlin.ts';
import { groupBy } from '../../shared/group.ts';
import { lazyPart } from '../../web/chunk.ts';
import { toast } from '../../web/toast.ts';
import { BusyButton } from '../../web/ui/BusyButton.tsx';
import { DayHeading } from '../../web/ui/DayHeading.tsx';
import { EmptyState } from '../../web/ui/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/ErrorNotice.tsx';
import { ExportButton } from '../../web/ui/ExportButton.tsx';
import { Loading } from '../../web/ui/Loading.tsx';
import { PageHeader } from '../../web/ui/PageHeader.tsx';
import { useFocusOnMore } from '../../web/ui/useFocusOnMore.ts';
import type { AuditEntry } from '../contract.ts';
import { logCsv } from './logCsv.ts';
import { mostInFile, readForFile, useFilters, useLog, type Filters } from './useLog.ts';

// The log stands before its filters can be typed into: they weigh more than the rest of the page.
const LogFilter = lazyPart('LogFilter', async () => ({ default: (await import('./LogFilter.tsx')).LogFilter }));

/** Who did what, when and to whom, newest first. The filters stand in the address. */
export default function AuditPage() {
  const { filters, setFilters } = useFilters();
  const log = useLog(filters);
  const entries = log.data?.pages.flatMap((page) => page.data);
  const list = useRef<HTMLDivElement>(null);
  const focusNext = useFocusOnMore(list, 'li', entries?.length ?? 0);
  const showMore = async () => {
    focusNext();
    await log.fetchNextPage();
  };
  return (
    <>
      <PageHeader
        title="Protokoll"
        actions={<ExportButton noun="Einträge" total={entries?.length} make={() => makeFile(filters)} />}
      >
        Wer hat wann was getan? Buchungen, Stornierungen, Änderungen an Personen und Blicke in fremde Unterlagen stehen
        hier für immer; niemand kann einen Eintrag ändern oder löschen.
      </PageHeader>
      <Box className="no-print" sx={{ minHeight: { xs: 356, sm: 224, md: 152 } }}>
        <Suspense>
          <LogFilter chosen={filters} busy={log.isFetching && !log.isFetchingNextPage} onSearch={setFilters} />
        </Suspense>
      </Box>
      {log.isLoading && <Loading blocks={6} height={56} />}
      <div ref={list}>{entries && entries.length > 0 && <Entries entries={entries} />}</div>
      {entries?.length === 0 && (
        <EmptyState picture="lens" title="Keine Einträge gefunden">
          Ein längerer Zeitraum oder weniger Filter zeigen vielleicht mehr.
        </EmptyState>
      )}
      {log.isError && (
        <ErrorNotice
          error={log.error}
          retry={() => void (log.isFetchNextPageError ? log.fetchNextPage() : log.refetch())}
        />
      )}
      {log.hasNextPage && !log.isError && <More busy={log.isFetchingNextPage} onMore={() => void showMore()} />}
    </>
  );
}

/** The entries under a heading for each day. */
function Entries({ entries }: { entries: readonly AuditEntry[] }) {
  return [...groupBy(entries, (entry) => entry.date)].map(([date, ofDay]) => (
    <section key={date} aria-label={`${weekday(date)} der ${germanDate(date)}`}>
      <DayHeading day={weekday(date)} date={date} />
      <Card component="ol" variant="outlined" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {ofDay.map((entry) => (
          <Box component="li" key={entry.id} tabIndex={-1} sx={row}>
            <Typography component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
              <time dateTime={`${entry.date}T${entry.time}`}>{entry.time}</time>
            </Typography>
            <Typography component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {entry.sentence}
            </Typography>
          </Box>
        ))}
      </Card>
    </section>
  ));
}

function More({ busy, onMore }: { busy: boolean; onMore: () => void }) {
  return (
    <Box className="no-print" sx={{ display: 'flex', justifyContent: 'center', mt: 6 }}>
      <BusyButton variant="outlined" busy={busy} busyText="Lädt..." onClick={onMore}>
        Mehr laden
      </BusyButton>
    </Box>
  );
}

/** What the filters show as CSV; says so where only the newest entries fit into the file. */
async function makeFile(filters: Filters) {
  const { entries, cut } = await readForFile(filters);
  if (cut)
    toast.info(`Die Datei enthält die neuesten ${mostInFile.toLocaleString('de-DE')} Einträge. Filter zeigen ältere.`);
  return { name: 'Protokoll.csv', csv: logCsv(entries) };
}

const row = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '88px minmax(0, 1fr)' },
  columnGap: 3,
  px: { xs: 4, sm: 6 },
  py: 3,
  '& + &': { borderTop: 1, borderColor: 'divider' },
} as const;
