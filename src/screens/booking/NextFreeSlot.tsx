import Typography from '@mui/material/Typography';
import { germanDate, weekday } from '../../shared/berlin.ts';
import { TextLink } from '../../web/ui/layout/TextLink.tsx';
import type { BookableAppointment } from '../../features/booking/contract.ts';

interface Props {
  slot: BookableAppointment;
  /** The link target, which shows the slot's day. */
  to: { search: string };
  onFollow: () => void;
}

/** The link 'Nächster freier Termin: Mo, 30.11., 09:00 Uhr', which leads to the slot's day. */
export function NextFreeSlot({ slot, to, onFollow }: Props) {
  const { date, start } = slot;
  return (
    <Typography component="div" variant="body2">
      <TextLink to={to} preventScrollReset onClick={onFollow}>
        Nächster freier Termin: {weekday(date).slice(0, 2)}, {germanDate(date).slice(0, 6)}, {start} Uhr
      </TextLink>
    </Typography>
  );
}
