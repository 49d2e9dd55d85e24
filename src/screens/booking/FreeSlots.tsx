import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense, useCallback, useEffect, useRef } from 'react';
import { wallClock } from '../../shared/berlin.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { toast } from '../../web/toasts/toast.ts';
import { useLatest } from '../../web/useLatest.ts';
import { useMinWidth } from '../../web/useMinWidth.ts';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { MoreButton } from '../../web/ui/buttons/MoreButton.tsx';
import type { BookableAppointment, OwnAppointment } from '../../features/booking/contract.ts';
import { groupByDay, splitOffLateEntries, toListEntries } from '../../features/booking/rules.ts';
import { DayChips } from './DayChips.tsx';
import { JoinWaitingList } from './JoinWaitingList.tsx';
import { NextFreeSlot } from './NextFreeSlot.tsx';
import { SlotCards } from './SlotCards.tsx';
import { SlotFilterBar } from './SlotFilterBar.tsx';
import { SlotTimes } from './SlotTimes.tsx';
import { TypeSwitches } from './TypeSwitches.tsx';
import { ViewSwitch } from './ViewSwitch.tsx';
import type { useBookableSlots } from './useBookable.ts';
import { useBooking } from '../../features/booking/ui/useBooking.ts';
import { useNextFree } from './useNextFree.ts';
import { useBookingConfirmation } from '../../features/booking/ui/useBookingConfirmation.tsx';
import type { useSlotFilter } from './useSlotFilter.ts';
import { useShownItems } from './useShownItems.ts';
import { useSlotView } from './useSlotView.ts';

// The first card does not need this component, so it is loaded when the page is idle.
const NoFreeSlots = lazyComponent('NoFreeSlots', () => import('./NoFreeSlots.tsx'));

/** On a wide screen the filter is beside the list. */
const filterBesideList = {
  display: { md: 'grid' },
  gridTemplateColumns: '320px minmax(0, 1fr)',
  columnGap: 8,
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

/**
 * Shows the switches, the filter and the free slots as cards or as times of a day (reference 4.25). The types and the
 * number of cards or days are in the URL.
 */
export function FreeSlots({ slotQuery, slotFilter, hasEditableFile, originalBooking }: Props) {
  const { filter, activeCount } = slotFilter;
  const { busySlotId, failures, book } = useBooking(originalBooking && originalBooking.id);
  const { view, chooseView } = useSlotView();
  const showsTimes = view !== 'list';
  const disabledReason = hasEditableFile ? '' : 'Dafür fehlt noch eine bearbeitbare Datei (docx).';
  const confirmationOptions = { showsDetails: showsTimes, disabledReason };
  const { bookOrConfirm, confirmationDialog } = useBookingConfirmation(book, originalBooking, confirmationOptions);
  // The function stays the same, so that opening a dialog does not render every slot again.
  const latestBookOrConfirm = useLatest(bookOrConfirm);
  const chooseSlot = useCallback(
    (slot: BookableAppointment) => latestBookOrConfirm.current(slot),
    [latestBookOrConfirm],
  );
  const quotaUsedUp = isQuotaUsedUp(slotQuery.quota) && !originalBooking;
  const fixedTypeFilter = originalBooking ? 'einzel' : quotaUsedUp ? 'speed' : null;
  const { typeFilter, limit, setTypeFilter, showMore, resetLimit } = useShownItems(fixedTypeFilter);
  const list = useRef<HTMLDivElement>(null);

  const { hasMore, fetchMore, isOutdated } = slotQuery;
  const entries = toListEntries(slotQuery.slots, failures, typeFilter);
  const { lateEntries, otherEntries } =
    showsTimes && !filter.day ? splitOffLateEntries(entries, hasMore) : { lateEntries: [], otherEntries: entries };
  const days = groupByDay(otherEntries);
  // The times of a day appear together, so the last day waits for the next page, unless it is the only one.
  const wholeDays = hasMore && days.length > 1 ? days.slice(0, -1) : days;
  const itemCount = showsTimes ? wholeDays.length : entries.length;
  const visibleEntries = showsTimes ? wholeDays.slice(0, limit).flatMap((day) => day.entries) : entries.slice(0, limit);
  const needsMore = hasMore && (showsTimes ? itemCount < limit : itemCount <= limit);
  useEffect(() => {
    if (needsMore) fetchMore();
  }, [needsMore, fetchMore]);

  const isFiltered = activeCount > 0;
  const nothingIsFree = slotQuery.slots.length === 0 && !hasMore && !isOutdated && !isFiltered;
  useEffect(() => {
    if (nothingIsFree) toast.info('Es konnten keine freien Termine gefunden werden!');
  }, [nothingIsFree]);

  // After 'Mehr laden' the focus moves to the first new card or day.
  const itemSelector = showsTimes ? 'section[data-entry]' : '[data-entry]';
  const firstNewIndex = useRef<number | null>(null);
  useEffect(() => {
    if (firstNewIndex.current === null || Math.min(limit, itemCount) <= firstNewIndex.current) return;
    list.current?.querySelectorAll<HTMLElement>(itemSelector)[firstNewIndex.current]?.focus();
    firstNewIndex.current = null;
  }, [limit, itemCount, itemSelector]);
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
    const card = list.current?.querySelector<HTMLElement>(itemSelector);
    if (!card) return;
    shouldFocusFirst.current = false;
    card.focus();
  });

  const bookingProps = {
    busySlotId,
    book: chooseSlot,
    disabledReason,
    buttonTexts: originalBooking ? rescheduleTexts : bookTexts,
    today: wallClock(new Date(slotQuery.loadedAt)).date,
  };
  // The waiting list is for Einzelcoachings only; a participant who has used up the quota would get no offers.
  const waitingListProps = typeFilter !== 'speed' && {
    filter,
    originalBooking,
    disabledReason,
  };
  const entriesProps = { entries: visibleEntries, slots: slotQuery.slots, failures, bookingProps };

  const isWide = useMinWidth(900);
  const viewSwitch = (
    <ViewSwitch
      view={view}
      onChoose={(chosenView) => {
        chooseView(chosenView);
        resetLimit();
      }}
    />
  );
  const nextFreeLink = (
    <div role="status">
      {/* On a narrow screen, the view of times begins with the next free slot anyway. */}
      {nextFree && (isWide || !showsTimes || !nextFree.matchesFilter) && (
        <NextFreeSlot
          slot={nextFree.slot}
          matchesFilter={nextFree.matchesFilter}
          to={{ search: slotFilter.searchParamsOf(nextFree.filter).toString() }}
          onFollow={focusFirstCard}
        />
      )}
    </div>
  );

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
          {isWide ? nextFreeLink : viewSwitch}
        </SlotFilterBar>
        <Box sx={{ minWidth: 0 }}>
          {isWide && viewSwitch}
          {!isWide && nextFreeLink}
          {!showsTimes && (
            <DayChips {...slotFilter} typeFilter={typeFilter} slots={slotQuery.slots} today={bookingProps.today} />
          )}
          {showsTimes ? (
            <SlotTimes {...entriesProps} lateEntries={lateEntries} isByCoach={view === 'coaches'} />
          ) : (
            <SlotCards {...entriesProps} />
          )}
          {visibleEntries.length === 0 && (hasMore || isOutdated) && <Loading blocks={3} height={112} />}
          {visibleEntries.length === 0 && !hasMore && !isOutdated && (
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
          <MoreButton showMore={itemCount > limit || (showsTimes && hasMore && !needsMore) ? loadMore : undefined} />
          {visibleEntries.length > 0 && !needsMore && waitingListProps && (
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
