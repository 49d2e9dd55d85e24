import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import { Suspense, useMemo, useRef, useState } from 'react';
import { addDays, germanDate } from '../../shared/berlin.ts';
import type { OutputOf } from '../../shared/call.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { rowWithLineAbove } from '../../web/ui/fields/entryRow.ts';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { MoreButton } from '../../web/ui/buttons/MoreButton.tsx';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import { useFocusAfterDelete } from '../../web/ui/buttons/useFocusAfterDelete.ts';
import { useShowMoreWithFocus } from '../../web/ui/buttons/useFocusOnMore.ts';
import type { getSeries } from '../../features/appointments/series/contract.ts';
import { formatPattern } from './seriesWords.ts';

const EndSeriesDialog = lazyComponent('EndSeriesDialog', () => import('./EndSeriesDialog.tsx'));

/** The number of series shown initially, and added by 'Mehr laden'. */
const seriesPerPage = 10;

export type Series = OutputOf<typeof getSeries>['data'][number];

interface Props {
  seriesQuery: UseQueryResult<OutputOf<typeof getSeries>>;
  asAdmin: boolean;
}

/** Returns the range of days for which series are listed: ten years from today, which is longer than anybody plans. */
export const listedRangeFrom = (today: string) => ({ fromDate: today, tillDate: addDays(today, 3_650) });

/** The list of series that have not ended (reference 7.15), each with a button to delete its remaining appointments. */
export function SeriesList({ seriesQuery, asAdmin }: Props) {
  const [seriesToEnd, setSeriesToEnd] = useState<Series | null>(null);
  const unfinishedSeries = useMemo(
    () => seriesQuery.data?.data.filter(({ free, booked }) => free + booked > 0) ?? [],
    [seriesQuery.data],
  );
  const list = useRef<HTMLElement>(null);
  const { shownItems, showMore } = useShowMoreWithFocus(list, unfinishedSeries, seriesPerPage);
  const ids = useMemo(() => unfinishedSeries.map(({ seriesId }) => seriesId), [unfinishedSeries]);
  const focusNextAfter = useFocusAfterDelete(list, ids);
  return (
    <Box ref={list} tabIndex={-1} sx={{ outline: 'none' }}>
      {seriesQuery.isError && <ErrorNotice error={seriesQuery.error} retry={() => void seriesQuery.refetch()} />}
      {seriesQuery.isLoading && <Loading blocks={2} height={72} />}
      {seriesQuery.data && unfinishedSeries.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>
          Hier stehen Serien, die noch laufen oder erst beginnen. Zurzeit gibt es keine.
        </Typography>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {shownItems.map((item) => (
          <Box key={item.seriesId} component="li" data-entry tabIndex={-1} sx={rowWithLineAbove}>
            <Box sx={{ flex: '1 1 320px', minWidth: 0, overflowWrap: 'anywhere' }}>
              <Typography sx={{ fontWeight: 700 }}>
                {asAdmin && `${item.coach}: `}
                {germanDate(item.fromDate)} bis {germanDate(item.tillDate)}
              </Typography>
              <Typography>
                {item.type}, {formatPattern(item)}
              </Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {item.free.toLocaleString('de-DE')} frei, {item.booked.toLocaleString('de-DE')} gebucht
              </Typography>
            </Box>
            <Button
              color="error"
              variant="outlined"
              aria-label={`Rest der Serie löschen: ${nameOf(item, asAdmin)}`}
              onClick={() => setSeriesToEnd(item)}
            >
              Rest der Serie löschen
            </Button>
          </Box>
        ))}
      </Box>
      <MoreButton showMore={showMore} />
      <Suspense fallback={<LoadingNotice />}>
        {seriesToEnd && (
          <EndSeriesDialog
            series={seriesToEnd}
            name={nameOf(seriesToEnd, asAdmin)}
            asAdmin={asAdmin}
            onEnded={() => focusNextAfter(seriesToEnd.seriesId)}
            onClosed={() => setSeriesToEnd(null)}
          />
        )}
      </Suspense>
    </Box>
  );
}

/** Returns a name that identifies a series: '30.11.2026 bis 28.02.2027, Mo und Mi, …'. */
function nameOf(item: Series, asAdmin: boolean): string {
  const days = `${germanDate(item.fromDate)} bis ${germanDate(item.tillDate)}, ${formatPattern(item)}`;
  return asAdmin ? `${item.coach}, ${days}` : days;
}
