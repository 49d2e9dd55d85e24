import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { Suspense, useRef, useState } from 'react';
import { germanDate, weekday } from '../../shared/berlin.ts';
import { groupBy } from '../../shared/group.ts';
import { save, sentenceOf, sessionEnded } from '../../web/api.ts';
import { lazyPart } from '../../web/chunk.ts';
import { toast } from '../../web/toast.ts';
import { BusyButton } from '../../web/ui/BusyButton.tsx';
import { DayHeading } from '../../web/ui/DayHeading.tsx';
import { EmptyState } from '../../web/ui/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/ErrorNotice.tsx';
import { Loading } from '../../web/ui/Loading.tsx';
import { PageHeader } from '../../web/ui/PageHeader.tsx';
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
  const showMore = async () => {
    const shown = entries?.length ?? 0;
    await log.fetchNextPage();
    // The button may be gone with the last page; the first new entry takes the focus in any case.
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('li')[shown]?.focus());
  };
  return (
    <>
      <PageHeader title="Protokoll" actions={<ExportButton filters={filters} empty={!entries?.length} />}>
        Wer hat wann was getan? Buchungen, Stornierungen, Änderungen an Personen und Blicke in fremde Unterlagen stehen
        hier für immer; niemand kann einen Eintrag ändern oder löschen.
      </PageHeader>
      <Box sx={{ minHeight: { xs: 356, sm: 224, md: 152 } }}>
        <Suspense>
          <LogFilter
            key={JSON.stringify(filters)}
            first={filters}
            busy={log.isFetching && !log.isFetchingNextPage}
            onSearch={setFilters}
          />
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

/** What the filters show as a file, the newest entries where they are too many for one. */
function ExportButton({ filters, empty }: { filters: Filters; empty: boolean }) {
  const [busy, setBusy] = useState(false);
  const exportLog = async () => {
    setBusy(true);
    try {
      const { entries, cut } = await readForFile(filters);
      save(new Blob([logCsv(entries)], { type: 'text/csv' }), 'Protokoll.csv');
      if (cut)
        toast.info(
          `Die Datei enthält die neuesten ${mostInFile.toLocaleString('de-DE')} Einträge. Filter zeigen ältere.`,
        );
    } catch (error) {
      if (!sessionEnded(error)) toast.error(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <BusyButton
      className="no-print"
      variant="outlined"
      busy={busy}
      busyText="Lädt..."
      disabledReason={empty ? 'Es gibt keine Einträge zum Exportieren.' : null}
      reasonHidden
      onClick={() => void exportLog()}
    >
      Als CSV exportieren
    </BusyButton>
  );
}

const row = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '88px minmax(0, 1fr)' },
  columnGap: 3,
  px: { xs: 4, sm: 6 },
  py: 3,
  '& + &': { borderTop: 1, borderColor: 'divider' },
} as const;
