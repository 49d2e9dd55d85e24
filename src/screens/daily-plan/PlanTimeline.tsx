import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useRef, type ReactNode } from 'react';
import { germanDate } from '../../shared/berlin.ts';
import { useNow } from '../../web/clock.ts';
import { DayHeading } from '../../web/ui/layout/DayHeading.tsx';
import { MoreButton } from '../../web/ui/buttons/MoreButton.tsx';
import { rowAction, rowButton, rowTextButton } from '../../web/ui/tables/tableStyle.ts';
import { useFocusAfterDelete } from '../../web/ui/buttons/useFocusAfterDelete.ts';
import { useFocusOnMore } from '../../web/ui/buttons/useFocusOnMore.ts';
import type { OverviewRow } from '../../features/appointments/contract.ts';
import { toStaffAppointment } from '../appointment-actions/appointmentActions.ts';
import { OpenSlot } from './OpenSlot.tsx';
import { appointmentOf, daysOf, indexOfNow, type PlanDay, type PlanItem } from './planDay.ts';
import { PlanTile } from './PlanTile.tsx';
import { refetchPlan } from './refetchPlan.ts';
import { useBeginAtNow } from './useBeginAtNow.ts';
import { useAppointmentActions } from '../appointment-actions/useAppointmentActions.tsx';
import type { PlanView } from './usePlanView.ts';

interface Props {
  view: PlanView;
  /** The unbooked slots, sorted by start. */
  openSlots: readonly OverviewRow[];
  asAdmin: boolean;
  /** The id of the appointment that a link led to, which takes the focus; null without a link. */
  linkedId: number | null;
  /** Whether a phone first shows the line for the present time, if something of the day is still to come. */
  beginsAtNow: boolean;
}

/**
 * The plan as a timeline: a heading for each day, the day's appointments and open slots by start, and a line for the
 * present time. If an action removes an item from the list, or replaces a booked appointment by a free slot, the focus
 * moves to the item that takes its place.
 */
export function PlanTimeline({ view, openSlots, asAdmin, linkedId, beginsAtNow }: Props) {
  const now = useNow();
  const list = useRef<HTMLDivElement>(null);
  const days = daysOf(view.shownEntries, openSlots, !view.showMore);
  const items = days.flatMap((day) => day.items);
  const moveFocusAfter = useFocusAfterDelete(list, items.map(keyOf));
  const handleChange = (appointmentId: number) => {
    const changedItem = items.find((item) => appointmentOf(item).id === appointmentId);
    if (changedItem) moveFocusAfter(keyOf(changedItem));
    void refetchPlan();
  };
  useBeginAtNow(list, beginsAtNow);
  const { choose, dialogs } = useAppointmentActions(asAdmin, ({ id }) => handleChange(id));
  const focusNext = useFocusOnMore(list, '[data-entry="booked"]', view.shownEntries.length);
  const showMore = view.showMore;
  const renderItem = (item: PlanItem) =>
    item.kind === 'booked' ? (
      <PlanTile
        key={keyOf(item)}
        entry={item.entry}
        asAdmin={asAdmin}
        expanded={view.isExpanded(item.entry.id)}
        onToggle={(expanded) => view.setExpanded(item.entry.id, expanded)}
        focused={item.entry.id === linkedId}
        onChoose={(action) => choose(toStaffAppointment(item.entry), action)}
        onUndone={() => handleChange(item.entry.id)}
      />
    ) : (
      <OpenSlot key={keyOf(item)} slot={item.slot} asAdmin={asAdmin} onChoose={(action) => choose(item.slot, action)} />
    );
  return (
    <>
      <Box
        ref={list}
        tabIndex={-1}
        sx={{
          outline: 'none',
          '& .row-button': { ...rowButton, width: 40, height: 40 },
          '& .row-action': { ...rowAction, minHeight: 40, px: 3 },
          '& .row-word': { ...rowTextButton, minHeight: 40, px: 3 },
        }}
      >
        {days.map((day) => (
          <section key={day.date} aria-label={`${day.weekDay} der ${germanDate(day.date)}`}>
            <DayHeading day={day.weekDay} date={day.date} />
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
              {renderDay(day, indexOfNow(day, now), renderItem)}
            </Box>
          </section>
        ))}
        <MoreButton
          showMore={
            showMore &&
            (() => {
              focusNext();
              showMore();
            })
          }
        />
      </Box>
      {dialogs}
    </>
  );
}

/** Renders the items of a day. The line for the present time is above item `nowIndex`; null means no line. */
function renderDay(
  { items }: PlanDay,
  nowIndex: number | null,
  renderItem: (item: PlanItem) => ReactNode,
): ReactNode[] {
  const rows = items.map(renderItem);
  return nowIndex === null ? rows : [...rows.slice(0, nowIndex), <NowLine key="now" />, ...rows.slice(nowIndex)];
}

/** The line 'Jetzt, 14:05 Uhr', which follows the clock. */
function NowLine() {
  const { time } = useNow();
  return (
    <Box component="li" data-now sx={nowLine}>
      <Typography component="span" variant="body2" sx={{ fontWeight: 700 }}>
        Jetzt, {time} Uhr
      </Typography>
    </Box>
  );
}

/** Identifies an item. An appointment that becomes free, or is booked, becomes another item. */
const keyOf = (item: PlanItem) => `${item.kind} ${appointmentOf(item).id}`;

const nowLine = {
  display: 'flex',
  alignItems: 'center',
  gap: 3,
  color: 'secondary.main',
  '&::before': {
    content: '""',
    flex: 'none',
    width: 10,
    height: 10,
    borderRadius: '50%',
    bgcolor: 'currentcolor',
    // Only visible with forced colours, which remove the background.
    border: '1px solid transparent',
  },
  '&::after': { content: '""', flex: 1, borderTop: '2px solid currentcolor' },
} as const;
