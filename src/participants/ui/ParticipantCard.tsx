import ExpandIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { DocumentsButton } from '../../files/ui/DocumentsButton.tsx';
import { germanDate, germanStretch } from '../../shared/berlin.ts';
import { Fact, Facts } from '../../web/ui/Fact.tsx';
import type { FoundParticipant } from '../contract.ts';

interface Props {
  participant: FoundParticipant;
  /** Documents came or went. */
  onChanged: () => void;
}

/** A participant of the search: name, status and documents, opening to all details. */
export function ParticipantCard({ participant, onChanged }: Props) {
  const [open, setOpen] = useState(false);
  const details = useId();
  const { participantId: id, fullName, files } = participant;
  const inactive = participant.status === 1;
  return (
    <Card component="li">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, px: { xs: 4, sm: 6 }, py: 3 }}>
        <Typography variant="body1" component="h2" sx={{ fontWeight: 700, overflowWrap: 'anywhere', minWidth: 0 }}>
          {fullName}
        </Typography>
        <Chip size="small" variant="outlined" label={inactive ? 'inaktiv' : 'aktiv'} />
        <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', ml: 'auto' }}>
          <DocumentsButton participant={{ id, fullName, inactive }} count={files.meta.total} onChanged={onChanged} />
          <IconButton
            aria-label={`Details ${fullName}`}
            aria-expanded={open}
            aria-controls={open ? details : undefined}
            onClick={() => setOpen(!open)}
          >
            <ExpandIcon sx={{ transform: open ? 'rotate(180deg)' : 'none', transition: 'transform 0.2s' }} />
          </IconButton>
        </Box>
      </Box>
      {open && (
        <Box id={details} sx={{ px: { xs: 4, sm: 6 }, py: 4, borderTop: 1, borderColor: 'divider' }}>
          <Details participant={participant} />
        </Box>
      )}
    </Card>
  );
}

const statusWords = { G: '', V: ' (versäumt)', K: ' (storniert)' } as const;

function Details({ participant }: { participant: FoundParticipant }) {
  const { phoneNumber: phone, email, appointments } = participant;
  return (
    <Facts>
      <Fact label="Telefon">{phone && <Link href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</Link>}</Fact>
      <Fact label="E-Mail">{email && <Link href={`mailto:${email}`}>{email}</Link>}</Fact>
      <Fact label="Standort">{participant.location}</Fact>
      <Fact label="Qualifizierung">{participant.qualification}</Fact>
      <Fact label="Beginn">{germanDate(participant.startOfQualification)}</Fact>
      <Fact label="Ende">{germanDate(participant.endOfQualification)}</Fact>
      <Fact label="Termine">
        {appointments.data.length > 0 && (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
            {appointments.data.map(({ id, date, timeSlot, coachFullName, status }) => (
              <li key={id}>
                {germanStretch({ date, start: timeSlot.slice(0, 5), end: timeSlot.slice(-5) })} bei {coachFullName}
                {statusWords[status]}
              </li>
            ))}
          </Box>
        )}
      </Fact>
    </Facts>
  );
}
