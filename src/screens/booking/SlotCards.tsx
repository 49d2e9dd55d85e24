import Box from '@mui/material/Box';
import { Suspense } from 'react';
import { DayHeading } from '../../web/ui/layout/DayHeading.tsx';
import { lazyComponent } from '../../web/lazyComponent.ts';
import type { BookableAppointment } from '../../features/booking/contract.ts';
import { findNextFreeSlots, groupByDay, type FailedBooking, type ListEntry } from '../../features/booking/rules.ts';
import { SlotCard, type SlotBookingProps } from './SlotCard.tsx';

// The first card does not need this component, so it is loaded when the page is idle.
const SlotTakenNotice = lazyComponent('SlotTakenNotice', () => import('./SlotTakenNotice.tsx'));

export interface EntriesProps {
  /** The entries to show, in order of start. */
  entries: readonly ListEntry[];
  /** All loaded slots, from which alternatives to a slot that is gone are taken. */
  slots: readonly BookableAppointment[];
  failures: readonly FailedBooking[];
  bookingProps: SlotBookingProps;
}

/** The view of free slots as cards below a heading for each day (reference 4.3). */
export function SlotCards({ entries, ...props }: EntriesProps) {
  return groupByDay(entries).map(({ date, day, entries: entriesOfDay }) => (
    <section key={date}>
      <DayHeading day={day} date={date} />
      <CardGrid entries={entriesOfDay} {...props} />
    </section>
  ));
}

/** A list of cards: a slot's card, or the notice that takes the place of a slot that is gone. */
export function CardGrid({ entries, slots, failures, bookingProps }: EntriesProps) {
  const failureMessages = new Map(failures.map((failure) => [failure.slot.id, failure.message]));
  return (
    <Box component="ul" sx={cardGrid}>
      {entries.map(({ slot, failure, isSlotGone }) =>
        failure && isSlotGone ? (
          <Suspense key={slot.id}>
            <SlotTakenNotice
              failure={failure}
              alternatives={failure.isSlotGone ? findNextFreeSlots(slots, slot) : []}
              failureMessages={failureMessages}
              {...bookingProps}
            />
          </Suspense>
        ) : (
          <SlotCard key={slot.id} slot={slot} failureMessage={failure?.message} {...bookingProps} />
        ),
      )}
    </Box>
  );
}

const cardGrid = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gap: { xs: 3, md: 4 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(auto-fill, minmax(220px, 1fr))' },
} as const;
