import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { toast } from '../../web/toast.ts';
import { DayHeading } from '../../web/ui/DayHeading.tsx';
import { EmptyState } from '../../web/ui/EmptyState.tsx';
import { Loading } from '../../web/ui/Loading.tsx';
import { MoreButton } from '../../web/ui/MoreButton.tsx';
import { byDay, entriesOf, nextFree, type Choice } from '../rules.ts';
import { GoneSlot } from './GoneSlot.tsx';
import { SlotCard } from './SlotCard.tsx';
import { TypeSwitches } from './TypeSwitches.tsx';
import type { useBookable } from './useBookable.ts';
import { useBooking } from './useBooking.ts';

/** Cards shown first, and added by 'Mehr laden' (spec participant §9). */
const portion = 5;

interface Props {
  free: ReturnType<typeof useBookable>;
  /** The participant has an editable file. */
  editable: boolean;
}

/** Switches, day headings, cards; the choice and how much is shown stand in the address. */
export function FreeSlots({ free, editable }: Props) {
  const { busy, failures, book } = useBooking();
  const full = free.quota !== undefined && free.quota.used >= free.quota.max;
  const { choice, limit, choose, showMore } = useView(full);
  const list = useRef<HTMLDivElement>(null);

  const entries = entriesOf(free.slots, failures, choice);
  const shown = entries.slice(0, limit);
  const { hasMore, fetchMore } = free;
  const short = entries.length <= limit && hasMore;
  useEffect(() => {
    if (short) fetchMore();
  }, [short, fetchMore]);

  const nothing = free.slots.length === 0 && !hasMore;
  useEffect(() => {
    if (nothing) toast.info('Es konnten keine freien Termine gefunden werden!');
  }, [nothing]);

  // Whoever reads with the keyboard goes on at the first new card.
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

  const booking = { busy, book, offReason: editable ? '' : 'Dafür fehlt noch eine bearbeitbare Datei (docx).' };
  const sentences = new Map(failures.map((failure) => [failure.slot.id, failure.sentence]));

  return (
    <div ref={list}>
      <TypeSwitches
        choice={choice}
        fixedReason={full ? 'Du hast alle Einzelcoachings gebucht, die du selbst buchen kannst.' : ''}
        onChoose={choose}
      />
      {byDay(shown).map(({ date, day, entries: ofDay }) => (
        <section key={date}>
          <DayHeading day={day} date={date} />
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 4 }}>
            {ofDay.map(({ slot, failure, gone }) =>
              failure && gone ? (
                <GoneSlot
                  key={slot.id}
                  failure={failure}
                  offers={failure.gone ? nextFree(free.slots, slot) : []}
                  sentences={sentences}
                  {...booking}
                />
              ) : (
                <SlotCard key={slot.id} slot={slot} sentence={failure?.sentence} {...booking} />
              ),
            )}
          </Box>
        </section>
      ))}
      {entries.length === 0 && hasMore && <Loading blocks={3} height={148} />}
      {entries.length === 0 && !hasMore && (
        <EmptyState picture="calendar" title="Es konnten keine freien Termine gefunden werden.">
          Neue Termine kommen laufend dazu. Schau bald wieder vorbei.
        </EmptyState>
      )}
      <MoreButton more={entries.length > limit ? more : undefined} />
    </div>
  );
}

/** The view of the list in the address: `typ` (einzel, speed; absent: both) and `anzahl` of cards. */
function useView(full: boolean) {
  const [params, setParams] = useSearchParams();
  const typ = params.get('typ');
  const chosen: Choice = typ === 'einzel' || typ === 'speed' ? typ : 'both';
  const asked = Math.trunc(Number(params.get('anzahl')));
  const limit = Number.isFinite(asked) ? Math.max(portion, asked) : portion;
  return {
    choice: full ? ('speed' as const) : chosen,
    limit,
    choose: (choice: Choice) => setParams(choice === 'both' ? {} : { typ: choice }, { preventScrollReset: true }),
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
