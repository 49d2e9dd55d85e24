import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { germanMoment } from '../../../shared/berlin.ts';
import { formatCount } from '../../../shared/german.ts';
import { useApiQuery } from '../../../web/calls/apiQuery.ts';
import { Notice } from '../../../web/ui/notices/Notice.tsx';
import { getMailDelay } from '../contract.ts';

/** The pause between two checks for delayed mails, in milliseconds. */
const checkInterval = 60_000;
/** The number at which the server stops counting the waiting mails. */
const maxCounted = 1_000;

/** Warns admins on every page while mails are delayed. Bookings still succeed, but nobody is notified of them. */
export default function DelayBanner() {
  const delay = useApiQuery(getMailDelay, {}, { refetchInterval: checkInterval }).data?.data;
  if (!delay?.late || !delay.since) return null;
  const action = (
    <Button component={Link} to="/mails" color="inherit">
      E-Mails ansehen
    </Button>
  );
  return (
    <div className="no-print">
      <Notice kind="warning" title="E-Mails bleiben liegen" announced action={action}>
        {delay.waiting >= maxCounted
          ? 'Mindestens 1.000 E-Mails warten'
          : formatCount(delay.waiting, 'E-Mail wartet', 'E-Mails warten')}
        , die älteste seit {germanMoment(new Date(delay.since))}. Ist der Mailserver erreichbar?
      </Notice>
    </div>
  );
}
