import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { wallClock } from '../../shared/berlin.ts';
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
import type { useBookable } from './useBookable.ts';
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
  slotQuery: ReturnType<typeof useBookable>;
  slotFilter: ReturnType<typeof useSlotFilter>;
  /** Whether the participant has an editable file. */
  editable: boolean;
  /** The booking that is rescheduled to the chosen slot; null if the slot becomes a new booking. */
  original: OwnAppointment | null;
}

const bookTexts = { text: 'Buchen', busyText: 'Buchen...' };
const rescheduleTexts = { text: 'Hierhin verlegen', busyText: 'Wird verlegt...' };

/** Shows the switches, the filter and the cards of the free slots. The types and number of cards are in the address. */
export function FreeSlots({ slotQuery, slotFilter, editable, original }: Props) {
  const { filter, activeCount } = slotFilter;
  const { busySlotId, failures, book } = useBooking(original && original.id);
  const { bookOrConfirm, confirmationDialog } = useBookingConfirmation(book, original);
  const quotaUsedUp = isQuotaUsedUp(slotQuery.quota) && !original;
  const fixedChoice = original ? 'einzel' : quotaUsedUp ? 'speed' : null;
  const { choice, limit, choose, showMore } = useView(fixedChoice);
  const list = useRef<HTMLDivElement>(null);

  const entries = toListEntries(slotQuery.slots, failures, choice);
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

  const nextFree = useNextFree(filter, choice);
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
    disabledReason: editable ? '' : 'Dafür fehlt noch eine bearbeitbare Datei (docx).',
    buttonTexts: original ? rescheduleTexts : bookTexts,
    today: wallClock(new Date(slotQuery.asOf)).date,
  };
  // The waiting list is for Einzelcoachings only; a participant who has used up the quota would get no offers.
  const waitingListProps = choice !== 'speed' && {
    filter,
    original,
    disabledReason: bookingProps.disabledReason,
  };
  const failureSentences = new Map(failures.map((failure) => [failure.slot.id, failure.sentence]));

  return (
    <div ref={list}>
      {!original && (
        <TypeSwitches
          choice={choice}
          fixedReason={quotaUsedUp ? 'Du hast alle Einzelcoachings gebucht, die du selbst buchen kannst.' : ''}
          onChoose={choose}
        />
      )}
      <Box sx={filterBesideList}>
        <SlotFilterBar slotFilter={slotFilter} choice={choice} firstDay={nextFree?.slot.date ?? ''}>
          <div role="status">
            {nextFree && (
              <NextFreeSlot
                slot={nextFree.slot}
                to={{ search: slotFilter.searchParamsOf(nextFree.filter).toString() }}
                onFollow={focusFirstCard}
              />
            )}
          </div>
        </SlotFilterBar>
        <Box sx={{ minWidth: 0 }}>
          <DayChips {...slotFilter} choice={choice} slots={slotQuery.slots} today={bookingProps.today} />
          {groupByDay(visibleEntries).map(({ date, day: name, entries: entriesOfDay }) => (
            <section key={date}>
              <DayHeading day={name} date={date} />
              <Box component="ul" sx={cardGrid}>
                {entriesOfDay.map(({ slot, failure, gone }) =>
                  failure && gone ? (
                    <Suspense key={slot.id}>
                      <SlotTakenNotice
                        failure={failure}
                        offers={failure.gone ? findNextFreeSlots(slotQuery.slots, slot) : []}
                        sentences={failureSentences}
                        {...bookingProps}
                      />
                    </Suspense>
                  ) : (
                    <SlotCard key={slot.id} slot={slot} sentence={failure?.sentence} {...bookingProps} />
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
 * Returns the types (`typ`) and the number (`anzahl`) of the cards to show, which are kept in the address, and
 * functions that change them. Both types are shown if `typ` is absent; `fixedChoice` takes precedence over `typ`.
 */
function useView(fixedChoice: TypeFilter | null) {
  const [params, setParams] = useSearchParams();
  const type = params.get('typ');
  const chosen: TypeFilter = type === 'einzel' || type === 'speed' ? type : 'both';
  const requested = Math.trunc(Number(params.get('anzahl')));
  const limit = Number.isFinite(requested) ? Math.max(cardsPerStep, requested) : cardsPerStep;
  return {
    choice: fixedChoice ?? chosen,
    limit,
    choose: (choice: TypeFilter) =>
      setParams(
        (next) => {
          next.delete('anzahl');
          if (choice === 'both') next.delete('typ');
          else next.set('typ', choice);
          return next;
        },
        { preventScrollReset: true },
      ),
    showMore: () =>
      setParams(
        (next) => {
          next.set('anzahl', String(limit + cardsPerStep));
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
  };
}
