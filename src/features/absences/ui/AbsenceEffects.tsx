import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { germanInterval } from '../../../shared/berlin.ts';
import { useApiQuery } from '../../../web/calls/apiQuery.ts';
import { PhoneLink } from '../../../web/ui/layout/PhoneLink.tsx';
import { ErrorNotice } from '../../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../../web/ui/notices/Loading.tsx';
import { getAbsenceEffects } from '../contract.ts';
import { describeDeletedSlots, describeEffect } from './words.ts';

/** What became of the appointments in an absence, for admins (reference 14.5). */
export function AbsenceEffects({ absenceId }: { absenceId: number }) {
  const { data, isLoading, isError, error, refetch } = useApiQuery(getAbsenceEffects, { absenceId });
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
              {describeEffect(effect)}
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
