import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import { germanInterval } from '../../../shared/berlin.ts';
import { useApiQuery } from '../../../web/calls/apiQuery.ts';
import { PhoneLink } from '../../../web/ui/layout/PhoneLink.tsx';
import { ErrorNotice } from '../../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../../web/ui/notices/Loading.tsx';
import { getAbsenceEffects, getOwnAbsenceEffects, type OwnPastEffect } from '../contract.ts';
import { describeDeletedSlots, describeEffect, describeOwnEffect } from './words.ts';

/** What became of the appointments in an absence of any coach, for admins (reference 14.5). */
export function AbsenceEffects({ absenceId }: { absenceId: number }) {
  return <Effects query={useApiQuery(getAbsenceEffects, { absenceId })} describe={describeEffect} />;
}

/** What became of the appointments in an absence, for its coach (reference 14.5). */
export function OwnAbsenceEffects({ absenceId }: { absenceId: number }) {
  return <Effects query={useApiQuery(getOwnAbsenceEffects, { absenceId })} describe={describeOwnEffect} />;
}

/** What the pieces of both kinds of effects have in common. */
type Booking = Omit<OwnPastEffect, 'next' | 'bookedElsewhere'>;

interface Props<Effect extends Booking> {
  query: UseQueryResult<{ data: { free: number | null; booked: Effect[] } }>;
  /** Returns what became of a booking. */
  describe: (effect: Effect) => string;
}

function Effects<Effect extends Booking>({ query, describe }: Props<Effect>) {
  const { data, isLoading, isError, error, refetch } = query;
  if (isError) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (isLoading || !data) return <Loading blocks={2} height={48} />;
  const { free, booked } = data.data;
  const deletion = describeDeletedSlots(free);
  return (
    <>
      {booked.length === 0 && <Typography>Gebuchte Termine waren nicht betroffen.</Typography>}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {booked.map((effect) => (
          <Box component="li" key={effect.appointmentId} sx={{ py: 2, overflowWrap: 'anywhere' }}>
            <Typography sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
              <span>
                {germanInterval(effect)}, {effect.participantFullName}
              </span>
              <PhoneLink phone={effect.participantPhoneNumber} />
            </Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {describe(effect)}
            </Typography>
          </Box>
        ))}
      </Box>
      {deletion && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {deletion}
        </Typography>
      )}
    </>
  );
}
