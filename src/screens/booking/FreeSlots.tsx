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
import { byDay, entriesOf, nextFree, type Choice } from '../../features/booking/rules.ts';
import { DayChips } from './DayChips.tsx';
import { JoinWaitingList } from './JoinWaitingList.tsx';
import { SlotCard } from './SlotCard.tsx';
import { NextFreeSlot } from './NextFreeSlot.tsx';
import { SlotFilterBar } from './SlotFilterBar.tsx';
import { TypeSwitches } from './TypeSwitches.tsx';
import type { useBookable } from './useBookable.ts';
import { useBooking } from '../../features/booking/ui/useBooking.ts';
import { useNextFree } from './useNextFree.ts';
import { useQuestion } from '../../features/booking/ui/useQuestion.tsx';
import type { useSlotFilter } from './useSlotFilter.ts';

// Not needed for the first card; loaded when the page is idle.
const SlotTakenNotice = lazyComponent('SlotTakenNotice', () => import('./SlotTakenNotice.tsx'));
const NoFreeSlots = lazyComponent('NoFreeSlots', () => import('./NoFreeSlots.tsx'));

/** The number of cards shown at first, and added by 'Mehr laden' (reference 4.3). */
const portion = 5;

/**
 * On a wide screen the filter is beside the list, and a day's appointments are in columns, in the order of the list.
 */
const beside = { display: { md: 'grid' }, gridTemplateColumns: '320px minmax(0, 1fr)', columnGap: 8 } as const;
const day = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gap: { xs: 3, md: 4 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(auto-fill, minmax(220px, 1fr))' },
} as const;

interface Props {
  free: ReturnType<typeof useBookable>;
  filter: ReturnType<typeof useSlotFilter>;
  /** Whether the participant has an editable file. */
  editable: boolean;
  /** The booking that is rescheduled to the chosen slot; null if the slot is booked. */
  original: OwnAppointment | null;
}

const bookWords = { act: 'Buchen', busy: 'Buchen...' };
const rescheduleWords = { act: 'Hierhin verlegen', busy: 'Wird verlegt...' };

/** Switches, day headings and cards; the choice and the number of cards are part of the address. */
export function FreeSlots({ free, filter, editable, original }: Props) {
  const { busy, failures, book } = useBooking(original && original.id);
  const { bookOrAsk, question } = useQuestion(book, original);
  const full = isFull(free.quota) && !original;
  const { choice, limit, choose, showMore } = useView(original ? 'einzel' : full ? 'speed' : null);
  const list = useRef<HTMLDivElement>(null);

  const entries = entriesOf(free.slots, failures, choice);
  const shown = entries.slice(0, limit);
  const { hasMore, fetchMore } = free;
  const short = entries.length <= limit && hasMore;
  useEffect(() => {
    if (short) fetchMore();
  }, [short, fetchMore]);

  const isFiltered = filter.used > 0;
  const nothing = free.slots.length === 0 && !hasMore && !free.isOld && !isFiltered;
  useEffect(() => {
    if (nothing) toast.info('Es konnten keine freien Termine gefunden werden!');
  }, [nothing]);

  // The focus moves to the first new card.
  const firstNew = useRef<number | null>(null);
  useEffect(() => {
    if (firstNew.current === null || limit <= firstNew.current) return;
    list.current?.querySelectorAll<HTMLElement>('[data-entry]')[firstNew.current]?.focus();
    firstNew.current = null;
  }, [limit]);
  const more = () => {
    firstNew.current = limit;
    showMore();
  };

  const next = useNextFree(filter.filter, choice);
  // After a link to a day, or a reset from the empty list, the focus moves to the first card.
  const leads = useRef(false);
  const lead = () => {
    leads.current = true;
  };
  useEffect(() => {
    if (!leads.current || free.isOld) return;
    const card = list.current?.querySelector<HTMLElement>('[data-entry]');
    if (!card) return;
    leads.current = false;
    card.focus();
  });

  const booking = {
    busy,
    book: bookOrAsk,
    offReason: editable ? '' : 'Dafür fehlt noch eine bearbeitbare Datei (docx).',
    words: original ? rescheduleWords : bookWords,
    today: wallClock(new Date(free.asOf)).date,
  };
  // Somebody who cannot book any more gets no offers; Speedcoachings need no waiting list.
  const waitable = choice !== 'speed' && { filter: filter.filter, original, offReason: booking.offReason };
  const sentences = new Map(failures.map((failure) => [failure.slot.id, failure.sentence]));

  return (
    <div ref={list}>
      {!original && (
        <TypeSwitches
          choice={choice}
          fixedReason={full ? 'Du hast alle Einzelcoachings gebucht, die du selbst buchen kannst.' : ''}
          onChoose={choose}
        />
      )}
      <Box sx={beside}>
        <SlotFilterBar filter={filter} choice={choice} firstDay={next?.slot.date ?? ''}>
          <div role="status">
            {next && (
              <NextFreeSlot
                slot={next.slot}
                to={{ search: filter.addressOf(next.filter).toString() }}
                onFollow={lead}
              />
            )}
          </div>
        </SlotFilterBar>
        <Box sx={{ minWidth: 0 }}>
          <DayChips {...filter} choice={choice} slots={free.slots} today={booking.today} />
          {byDay(shown).map(({ date, day: name, entries: ofDay }) => (
            <section key={date}>
              <DayHeading day={name} date={date} />
              <Box component="ul" sx={day}>
                {ofDay.map(({ slot, failure, gone }) =>
                  failure && gone ? (
                    <Suspense key={slot.id}>
                      <SlotTakenNotice
                        failure={failure}
                        offers={failure.gone ? nextFree(free.slots, slot) : []}
                        sentences={sentences}
                        {...booking}
                      />
                    </Suspense>
                  ) : (
                    <SlotCard key={slot.id} slot={slot} sentence={failure?.sentence} {...booking} />
                  ),
                )}
              </Box>
            </section>
          ))}
          {entries.length === 0 && (hasMore || free.isOld) && <Loading blocks={3} height={112} />}
          {entries.length === 0 && !hasMore && !free.isOld && (
            <Suspense fallback={<Loading blocks={3} height={112} />}>
              <NoFreeSlots
                isFiltered={isFiltered}
                onReset={() => {
                  lead();
                  filter.reset();
                }}
                waitable={waitable}
              />
            </Suspense>
          )}
          <MoreButton more={entries.length > limit ? more : undefined} />
          {entries.length > 0 && !short && waitable && (
            <Box sx={{ mt: 8, display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 2, alignItems: 'center' }}>
              <Typography>Ist nichts Passendes dabei?</Typography>
              <JoinWaitingList {...waitable} quiet />
            </Box>
          )}
        </Box>
      </Box>
      {question}
    </div>
  );
}

/** Whether the participant has used up the quota of Einzelcoachings. */
export function isFull(quota: { used: number; max: number } | undefined): boolean {
  return quota !== undefined && quota.used >= quota.max;
}

/**
 * The list's view in the address: `typ` (einzel, speed; absent: both) unless it is `fixed`, and `anzahl`, the number of
 * cards.
 */
function useView(fixed: Choice | null) {
  const [params, setParams] = useSearchParams();
  const typ = params.get('typ');
  const chosen: Choice = typ === 'einzel' || typ === 'speed' ? typ : 'both';
  const requested = Math.trunc(Number(params.get('anzahl')));
  const limit = Number.isFinite(requested) ? Math.max(portion, requested) : portion;
  return {
    choice: fixed ?? chosen,
    limit,
    choose: (choice: Choice) =>
      setParams(
        (now) => {
          now.delete('anzahl');
          if (choice === 'both') now.delete('typ');
          else now.set('typ', choice);
          return now;
        },
        { preventScrollReset: true },
      ),
    showMore: () =>
      setParams(
        (now) => {
          now.set('anzahl', String(limit + portion));
          return now;
        },
        { replace: true, preventScrollReset: true },
      ),
  };
}
