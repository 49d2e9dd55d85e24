import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Ref } from 'react';
import { Link } from 'react-router';
import { germanDate } from '../../shared/berlin.ts';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import type { SeriesForm } from './seriesForm.ts';

interface Props {
  asAdmin: boolean;
  form: SeriesForm;
  /** The number of appointments created. */
  createdCount: number;
  ref: Ref<HTMLDivElement>;
}

/** Confirms how many appointments were created, with a link to them. */
export function SeriesCreated({ asAdmin, form: { coach, fromDate, tillDate }, createdCount, ref }: Props) {
  const query = new URLSearchParams({ von: fromDate, bis: tillDate, ...(coach ? { coach: String(coach.value) } : {}) });
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
        {createdCount === 1 ? '1 Termin ist angelegt' : `${createdCount.toLocaleString('de-DE')} Termine sind angelegt`}
        {coach && ` für ${coach.label}`}, vom {germanDate(fromDate)} bis {germanDate(tillDate)}.
      </Notice>
    </Box>
  );
}
