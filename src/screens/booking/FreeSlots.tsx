import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { wallClock } from '../../shared/berlin.ts';
import { filterChange } from '../../web/address/filterChange.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { toast } from '../../web/toasts/toast.ts';
import { DayHeading } from '../../web/ui/layout/DayHeading.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { MoreButton } from '../../web/ui/buttons/MoreButton.tsx';
import type { OwnAppointment } from '../../features/booking/contract.ts';
import { groupByDay, toListEntries, findNextFreeSlots, type TypeFilter } from '../../features/booking/rules.ts';
import { DayChips } from './DayChips.tsx';
import { JoinWaitingList } from './JoinWaitingList.tsx';
import { SlotCard } from './SlotCard.tsx';
import { NextFreeSlot } from './NextFreeSlot.tsx';
import { SlotFilterBar } from './SlotFilterBar.tsx';
import { TypeSwitches } from './TypeSwitches.tsx';
import type { useBookableSlots } from './useBookable.ts';
import { useBooking } from '../../features/booking/ui/useBooking.ts';
import { useNextFree } from './useNextFree.ts';
import { useBookingConfirmation } from '../../features/booking/ui/useBookingConfirmation.tsx';
import type { useSlotFilter } from './useSlotFilter.ts';

// The first card does not need these components, so they are loaded when the page is idle.
const SlotTakenNotice = lazyComponent('SlotTakenNotice', () => import('./SlotTakenNotice.tsx'));
const NoFreeSlots = lazyComponent('NoFreeSlots', () => import('./NoFreeSlots.tsx'));

/** The number of cards shown initially, and the number that 'Mehr laden' adds (reference 4.3). */
const cardsPerStep = 5;

/** On a wide screen the filter is beside the list. */
const filterBesideList = {
  display: { md: 'grid' },
  gridTemplateColumns: '320px minmax(0, 1fr)',
  columnGap: 8,
} as const;
const cardGrid = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gap: { xs: 3, md: 4 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(auto-fill, minmax(220px, 1fr))' },
} as const;

interface Props {
  slotQuery: ReturnType<typeof useBookableSlots>;
  slotFilter: ReturnType<typeof useSlotFilter>;
  /** Whether the participant has an editable file. */
  hasEditableFile: boolean;
  /** The booking that is rescheduled to the chosen slot; null if the slot becomes a new booking. */
  originalBooking: OwnAppointment | null;
}

const bookTexts = { text: 'Buchen', busyText: 'Buchen...' };
const rescheduleTexts = { text: 'Hierhin verlegen', busyText: 'Wird verlegt...' };

/** Shows the switches, the filter and the cards of the free slots. The types and number of cards are in the URL. */
export function FreeSlots({ slotQuery, slotFilter, hasEditableFile, originalBooking }: Props) {
  const { filter, activeCount } = slotFilter;
  const { busySlotId, failures, book } = useBooking(originalBooking && originalBooking.id);
  const { bookOrConfirm, confirmationDialog } = useBookingConfirmation(book, originalBooking);
  const quotaUsedUp = isQuotaUsedUp(slotQuery.quota) && !originalBooking;
  const fixedTypeFilter = originalBooking ? 'einzel' : quotaUsedUp ? 'speed' : null;
  const { typeFilter, limit, setTypeFilter, showMore } = useShownCards(fixedTypeFilter);
  const list = useRef<HTMLDivElement>(null);

  const entries = toListEntries(slotQuery.slots, failures, typeFilter);
  const visibleEntries = entries.slice(0, limit);
  const { hasMore, fetchMore, isOutdated } = slotQuery;
  const needsMore = entries.length <= limit && hasMore;
  useEffect(() => {
    if (needsMore) fetchMore();
  }, [needsMore, fetchMore]);

  const isFiltered = activeCount > 0;
  const nothingIsFree = slotQuery.slots.length === 0 && !hasMore && !isOutdated && !isFiltered;
  useEffect(() => {
    if (nothingIsFree) toast.info('Es konnten keine freien Termine gefunden werden!');
  }, [nothingIsFree]);

  // After 'Mehr laden' the focus moves to the first new card.
  const firstNewIndex = useRef<number | null>(null);
  useEffect(() => {
    if (firstNewIndex.current === null || limit <= firstNewIndex.current) return;
    list.current?.querySelectorAll<HTMLElement>('[data-entry]')[firstNewIndex.current]?.focus();
    firstNewIndex.current = null;
  }, [limit]);
  const loadMore = () => {
    firstNewIndex.current = limit;
    showMore();
  };

  const nextFree = useNextFree(filter, typeFilter);
  // After a click on the link to the next free slot, or on the reset button in an empty list, the focus moves to the
  // first card.
  const shouldFocusFirst = useRef(false);
  const focusFirstCard = () => {
    shouldFocusFirst.current = true;
  };
  useEffect(() => {
    if (!shouldFocusFirst.current || isOutdated) return;
    const card = list.current?.querySelector<HTMLElement>('[data-entry]');
    if (!card) return;
    shouldFocusFirst.current = false;
    card.focus();
  });

  const bookingProps = {
    busySlotId,
    book: bookOrConfirm,
    disabledReason: hasEditableFile ? '' : 'Dafür fehlt noch eine bearbeitbare Datei (docx).',
    buttonTexts: originalBooking ? rescheduleTexts : bookTexts,
    today: wallClock(new Date(slotQuery.loadedAt)).date,
  };
  // The waiting list is for Einzelcoachings only; a participant who has used up the quota would get no offers.
  const waitingListProps = typeFilter !== 'speed' && {
    filter,
    originalBooking,
    disabledReason: bookingProps.disabledReason,
  };
  const failureMessages = new Map(failures.map((failure) => [failure.slot.id, failure.message]));

  return (
    <div ref={list}>
      {!originalBooking && (
        <TypeSwitches
          typeFilter={typeFilter}
          fixedReason={quotaUsedUp ? 'Du hast alle Einzelcoachings gebucht, die du selbst buchen kannst.' : ''}
          onChoose={setTypeFilter}
        />
      )}
      <Box sx={filterBesideList}>
        <SlotFilterBar slotFilter={slotFilter} typeFilter={typeFilter} firstFreeDay={nextFree?.slot.date ?? ''}>
          <div role="status">
            {nextFree && (
              <NextFreeSlot
                slot={nextFree.slot}
                matchesFilter={nextFree.matchesFilter}
                to={{ search: slotFilter.searchParamsOf(nextFree.filter).toString() }}
                onFollow={focusFirstCard}
              />
            )}
          </div>
        </SlotFilterBar>
        <Box sx={{ minWidth: 0 }}>
          <DayChips {...slotFilter} typeFilter={typeFilter} slots={slotQuery.slots} today={bookingProps.today} />
          {groupByDay(visibleEntries).map(({ date, day: weekdayName, entries: entriesOfDay }) => (
            <section key={date}>
              <DayHeading day={weekdayName} date={date} />
              <Box component="ul" sx={cardGrid}>
                {entriesOfDay.map(({ slot, failure, isSlotGone }) =>
                  failure && isSlotGone ? (
                    <Suspense key={slot.id}>
                      <SlotTakenNotice
                        failure={failure}
                        alternatives={failure.isSlotGone ? findNextFreeSlots(slotQuery.slots, slot) : []}
                        failureMessages={failureMessages}
                        {...bookingProps}
                      />
                    </Suspense>
                  ) : (
                    <SlotCard key={slot.id} slot={slot} failureMessage={failure?.message} {...bookingProps} />
                  ),
                )}
              </Box>
            </section>
          ))}
          {entries.length === 0 && (hasMore || isOutdated) && <Loading blocks={3} height={112} />}
          {entries.length === 0 && !hasMore && !isOutdated && (
            <Suspense fallback={<Loading blocks={3} height={112} />}>
              <NoFreeSlots
                isFiltered={isFiltered}
                onReset={() => {
                  focusFirstCard();
                  slotFilter.reset();
                }}
                waitingListProps={waitingListProps}
              />
            </Suspense>
          )}
          <MoreButton showMore={entries.length > limit ? loadMore : undefined} />
          {entries.length > 0 && !needsMore && waitingListProps && (
            <Box sx={{ mt: 8, display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 2, alignItems: 'center' }}>
              <Typography>Ist nichts Passendes dabei?</Typography>
              <JoinWaitingList {...waitingListProps} quiet />
            </Box>
          )}
        </Box>
      </Box>
      {confirmationDialog}
    </div>
  );
}

/** Whether the participant has used up the quota of Einzelcoachings. */
export function isQuotaUsedUp(quota: { used: number; max: number } | undefined): boolean {
  return quota !== undefined && quota.used >= quota.max;
}

/**
 * Returns the types (`typ`) and the number (`anzahl`) of the cards to show, which are kept in the URL, and functions
 * that change them. Both types are shown if `typ` is absent. `fixedTypeFilter` takes precedence over `typ`.
 */
function useShownCards(fixedTypeFilter: TypeFilter | null) {
  const [params, setParams] = useSearchParams();
  const type = params.get('typ');
  const typeFilterInUrl: TypeFilter = type === 'einzel' || type === 'speed' ? type : 'both';
  const requestedLimit = Math.trunc(Number(params.get('anzahl')));
  const limit = Number.isFinite(requestedLimit) ? Math.max(cardsPerStep, requestedLimit) : cardsPerStep;
  return {
    typeFilter: fixedTypeFilter ?? typeFilterInUrl,
    limit,
    setTypeFilter: (typeFilter: TypeFilter) =>
      setParams((urlParams) => {
        urlParams.delete('anzahl');
        if (typeFilter === 'both') urlParams.delete('typ');
        else urlParams.set('typ', typeFilter);
        return urlParams;
      }, filterChange),
    showMore: () =>
      setParams(
        (urlParams) => {
          urlParams.set('anzahl', String(limit + cardsPerStep));
          return urlParams;
        },
        { ...filterChange, replace: true },
      ),
  };
}
