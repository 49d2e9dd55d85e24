import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { searchAllParticipants, searchOwnParticipants } from '../../features/participants/contract.ts';
import type { Candidate } from '../../features/participants/ui/ParticipantField.tsx';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { useNow } from '../../web/clock.ts';
import { PhoneLink } from '../../web/ui/layout/PhoneLink.tsx';
import { describeBookedAhead, describeQuota } from './participantLine.ts';

interface Props {
  participant: Candidate;
  asAdmin: boolean;
}

/**
 * What staff may know of the participant for whom they are about to book (reference 4.22): how many Einzelcoachings are
 * booked, which comes next, and the phone number. It is what the search of participants answers, so a coach sees it of
 * own participants only. Empty while it loads, and if it cannot be loaded: booking does not need it.
 */
export function ChosenParticipant({ participant: { participantId, email }, asAdmin }: Props) {
  const now = useNow();
  // A whole address finds its person first, and hardly anybody else.
  const input = { searchString: email, page: 1, pageSize: 5 };
  const all = useApiQuery(searchAllParticipants, input, { enabled: asAdmin });
  const own = useApiQuery(searchOwnParticipants, input, { enabled: !asAdmin });
  const hit = (asAdmin ? all : own).data?.data.find((found) => found.participantId === participantId);
  if (!hit) return null;
  return (
    <Typography role="status" component="div" variant="body2" sx={lineStyle}>
      <span>{describeQuota(hit)}</span>
      <span>{describeBookedAhead(hit, now)}</span>
      {hit.phoneNumber && (
        <Box component="span" sx={{ display: 'inline-flex', gap: 1 }}>
          Telefon <PhoneLink phone={hit.phoneNumber} />
        </Box>
      )}
    </Typography>
  );
}

const lineStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: 4,
  rowGap: 1,
  overflowWrap: 'anywhere',
  color: 'text.secondary',
} as const;
