import ExpandIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import { useId, useState } from 'react';
import { DayHeading } from '../../web/ui/layout/DayHeading.tsx';
import { formatLateEntries, groupByCoach, groupByDay, type ListEntry } from '../../features/booking/rules.ts';
import { CoachName } from '../../features/booking/ui/CoachName.tsx';
import { CardGrid, type EntriesProps } from './SlotCards.tsx';
import { TimeChip } from './TimeChip.tsx';

interface Props extends EntriesProps {
  /** Entries that could not be cancelled once booked, which are folded away above the others. */
  lateEntries: readonly ListEntry[];
  /** Whether the times of a day are grouped by coach. */
  isByCoach: boolean;
}

/** The view of free slots as times of a day, on a wide screen with days side by side (reference 4.25). */
export function SlotTimes({ entries, lateEntries, ...props }: Props) {
  const [isLateOpen, setIsLateOpen] = useState(false);
  const id = useId();
  return (
    <>
      {lateEntries.length > 0 && (
        <>
          <Box
            component="button"
            type="button"
            aria-expanded={isLateOpen}
            aria-controls={isLateOpen ? id : undefined}
            onClick={() => setIsLateOpen(!isLateOpen)}
            sx={foldButton}
          >
            {formatLateEntries(lateEntries, props.bookingProps.today)}
            <ExpandIcon aria-hidden sx={isLateOpen ? { transform: 'rotate(180deg)' } : {}} />
          </Box>
          {isLateOpen && (
            <Box id={id} sx={{ mb: 4, pb: 4, borderBottom: 1, borderColor: 'divider' }}>
              <Days entries={lateEntries} {...props} />
            </Box>
          )}
        </>
      )}
      <Days entries={entries} {...props} />
    </>
  );
}

type DaysProps = Omit<Props, 'lateEntries'>;

function Days({ entries, ...props }: DaysProps) {
  return (
    <Box sx={dayGrid}>
      {groupByDay(entries).map(({ date, day, entries: entriesOfDay }) => (
        <Box component="section" key={date} data-entry tabIndex={-1} sx={{ minWidth: 0, scrollMarginTop: 72 }}>
          <DayHeading day={day} date={date} />
          <TimesOfDay entries={entriesOfDay} {...props} />
        </Box>
      ))}
    </Box>
  );
}

/** The failed bookings of a day as cards, then its times. */
function TimesOfDay({ entries, isByCoach, ...props }: DaysProps) {
  const failedEntries = entries.filter(({ failure }) => failure);
  const otherEntries = entries.filter(({ failure }) => !failure);
  return (
    <>
      {failedEntries.length > 0 && (
        <Box sx={{ mb: 3 }}>
          <CardGrid entries={failedEntries} {...props} />
        </Box>
      )}
      {isByCoach ? (
        <TimesByCoach entries={otherEntries} {...props} />
      ) : (
        <Chips entries={otherEntries} {...props} hasCoach />
      )}
    </>
  );
}

type TimesProps = Omit<DaysProps, 'isByCoach'>;

function TimesByCoach({ entries, ...props }: TimesProps) {
  return groupByCoach(entries).map(({ coachId, entries: entriesOfCoach }) => {
    const first = entriesOfCoach[0]?.slot;
    return (
      <Box key={coachId} sx={{ '& + &': { mt: 3 } }}>
        {first && <CoachName name={first.coach} id={coachId} picture={first.coachPicture} />}
        <Box sx={{ mt: 2 }}>
          <Chips entries={entriesOfCoach} {...props} hasCoach={false} />
        </Box>
      </Box>
    );
  });
}

function Chips({ entries, bookingProps, hasCoach }: TimesProps & { hasCoach: boolean }) {
  const { busySlotId, book, buttonTexts, today } = bookingProps;
  return (
    <Box component="ul" sx={chipGrid}>
      {entries.map(({ slot }) => (
        <li key={slot.id}>
          <TimeChip
            slot={slot}
            isBusy={busySlotId === slot.id}
            hasCoach={hasCoach}
            book={book}
            buttonTexts={buttonTexts}
            today={today}
          />
        </li>
      ))}
    </Box>
  );
}

const foldButton = {
  width: '100%',
  minHeight: 36,
  px: 0,
  py: 0.5,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 2,
  border: 0,
  bgcolor: 'transparent',
  color: 'text.secondary',
  font: 'inherit',
  fontSize: '0.9375rem',
  lineHeight: 1.3,
  textAlign: 'left',
  cursor: 'pointer',
} as const;

const dayGrid = {
  display: 'grid',
  columnGap: 8,
  rowGap: { xs: 1, md: 4 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(240px, 1fr))' },
} as const;

const chipGrid = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fill, minmax(96px, 1fr))',
} as const;
