import Typography from '@mui/material/Typography';
import { germanDate, weekday } from '../../shared/berlin.ts';
import { TextLink } from '../../web/ui/layout/TextLink.tsx';
import type { BookableAppointment } from '../../features/booking/contract.ts';

interface Props {
  slot: BookableAppointment;
  /** Whether the slot matches the filter; otherwise it is the earliest one without a filter. */
  matchesFilter: boolean;
  /** The link target, which shows the slot's day. */
  to: { search: string };
  onFollow: () => void;
}

/**
 * The link 'Nächster freier Termin: Mo, 30.11., 09:00 Uhr', which leads to the slot's day. If the slot does not match the
 * filter, the text says so.
 */
export function NextFreeSlot({ slot, matchesFilter, to, onFollow }: Props) {
  const { date, start } = slot;
  const moment = `${weekday(date).slice(0, 2)}, ${germanDate(date).slice(0, 6)}, ${start} Uhr`;
  return (
    <Typography component="div" variant="body2">
      <TextLink to={to} preventScrollReset onClick={onFollow}>
        {matchesFilter ? `Nächster freier Termin: ${moment}` : `Ohne Filter frei: ${moment}`}
      </TextLink>
    </Typography>
  );
}
