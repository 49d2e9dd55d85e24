import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Ref } from 'react';
import { Link } from 'react-router';
import { germanDay } from '../../shared/berlin.ts';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import type { SeriesEntry } from '../../features/appointments/series/contract.ts';
import type { SeriesForm } from './seriesForm.ts';

interface Props {
  asAdmin: boolean;
  form: SeriesForm;
  /** The appointments created, in order of their start. */
  entries: readonly SeriesEntry[];
  ref: Ref<HTMLDivElement>;
}

/** Confirms how many appointments were created and names the first and the last, with a link to them. */
export function SeriesCreated({ asAdmin, form: { coach, fromDate, tillDate }, entries, ref }: Props) {
  const [first, last] = [entries[0], entries.at(-1)];
  const query = new URLSearchParams({
    von: first?.date ?? fromDate,
    bis: last?.date ?? tillDate,
    ohne: 'gebucht,versaeumt',
    ...(coach ? { coach: String(coach.value) } : {}),
  });
  const overviewPath = asAdmin ? '/appointment-overview-admin' : '/appointment-overview-coach';
  return (
    <Box ref={ref} tabIndex={-1} sx={{ mt: 6, outline: 'none' }}>
      <Notice
        kind="success"
        action={
          <Button color="inherit" component={Link} to={`${overviewPath}?${query.toString()}`}>
            In der Übersicht ansehen
          </Button>
        }
      >
        {entries.length === 1
          ? '1 Termin ist angelegt'
          : `${entries.length.toLocaleString('de-DE')} Termine sind angelegt`}
        {coach && ` für ${coach.label}`}
        {first &&
          last &&
          (entries.length === 1 ? `: ${startOf(first)}.` : `, vom ${startOf(first)}, bis ${startOf(last)}.`)}
      </Notice>
    </Box>
  );
}

const startOf = ({ date, fromTime }: SeriesEntry) => `${germanDay(date)}, ${fromTime.slice(0, 5)} Uhr`;
