import Typography from '@mui/material/Typography';
import { formatCount } from '../../../shared/german.ts';
import { useApiQuery } from '../../../web/calls/apiQuery.ts';
import { listWaitingEntries } from '../demand/contract.ts';

/**
 * Says before new Einzelcoachings are created that those who wait are offered them at once (reference 12.2). Admins
 * also read how many wishes there are. The line is always there, so nothing moves when the number arrives.
 */
export function OfferHint({ asAdmin }: { asAdmin: boolean }) {
  // The same input as on the start page, whose answer is often still in the cache.
  const waiting = useApiQuery(listWaitingEntries, { coachId: null, page: 1 }, { enabled: asAdmin });
  const total = waiting.data?.meta.total;
  return (
    <Typography variant="body2" sx={{ mt: 3, color: 'text.secondary' }}>
      Wer auf der Warteliste steht, bekommt passende Einzelcoachings sofort per E-Mail angeboten.
      {total === 0 && ' Zurzeit wartet niemand.'}
      {total !== undefined && total > 0 && ` Offen: ${formatCount(total, 'Wunsch', 'Wünsche')}.`}
    </Typography>
  );
}
