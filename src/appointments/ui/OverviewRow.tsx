import ExpandIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { germanDate, germanStretch, weekday } from '../../shared/berlin.ts';
import { useNow } from '../../web/clock.ts';
import { Fact, Facts } from '../../web/ui/Fact.tsx';
import type { OverviewRow as Row } from '../contract.ts';
import { statusWord } from '../rules.ts';
import { DeleteFree } from './DeleteFree.tsx';

interface Props {
  row: Row;
  /** Admins see whose it is and delete any; a coach's rows are all their own. */
  asAdmin: boolean;
  /** Called when the appointment is deleted and about to leave the list. */
  onDeleted: () => void;
}

/** One appointment of the overview: a card on a phone, a row of a table on a wide screen; opens to the participant. */
export function OverviewRow({ row, asAdmin, onDeleted }: Props) {
  const [open, setOpen] = useState(false);
  const today = useNow().date;
  const id = useId();
  const free = row.status === 'F';
  const when = germanStretch({ date: row.date, start: row.timeSlot.slice(0, 5), end: row.timeSlot.slice(-5) });
  // Several coaches may have the same stretch.
  const what = asAdmin ? `${when}, ${row.coachFullName}` : when;
  const expanded = open && !free;
  return (
    <Card component="li" data-entry tabIndex={-1} sx={{ px: { xs: 4, sm: 6 }, py: 3, breakInside: 'avoid' }}>
      <Box sx={grid}>
        <Typography component="span" sx={unbroken}>
          {weekday(row.date).slice(0, 2)}, {germanDate(row.date)}
        </Typography>
        <Typography component="span" sx={unbroken}>
          {row.timeSlot} Uhr
        </Typography>
        <Typography component="span">{row.isSpeedcoaching ? 'Speedcoaching' : 'Einzelcoaching'}</Typography>
        <Box component="span">
          <Chip
            size="small"
            variant="outlined"
            color={row.status === 'V' ? 'error' : free ? 'default' : 'primary'}
            label={statusWord(row.status, row.date, today)}
          />
        </Box>
        <Box sx={who}>
          <Typography
            id={`${id}-who`}
            component="div"
            variant={free ? 'body2' : 'body1'}
            sx={free ? { color: 'text.secondary' } : {}}
          >
            {free ? whyClosed(row) : row.participantFullName}
          </Typography>
          {asAdmin && (
            <Typography component="div" variant="body2" sx={{ color: 'text.secondary' }}>
              Coach: {row.coachFullName}
            </Typography>
          )}
        </Box>
        <Box className="no-print" sx={actions}>
          {free && <DeleteFree appointmentId={row.id} {...{ asAdmin, onDeleted }} what={what} />}
          <Button
            disabled={free}
            aria-expanded={expanded}
            aria-controls={expanded ? `${id}-details` : undefined}
            aria-label={`Details ${what}`}
            aria-describedby={`${id}-who`}
            onClick={() => setOpen(!open)}
            endIcon={<ExpandIcon sx={{ transform: expanded ? 'rotate(180deg)' : 'none' }} />}
          >
            Details
          </Button>
        </Box>
      </Box>
      {expanded && (
        <Box id={`${id}-details`} sx={{ mt: 3, pt: 4, pb: 2, borderTop: 1, borderColor: 'divider' }}>
          <Participant row={row} />
        </Box>
      )}
    </Card>
  );
}

/** Why there is nothing to open at a free appointment. */
function whyClosed({ isSpeedcoaching }: Row): string {
  return isSpeedcoaching ? 'Offen für alle, daher keine Details' : 'Noch nicht gebucht, daher keine Details';
}

function Participant({ row }: { row: Row }) {
  const { participantPhoneNumber: phone, participantEmail: email } = row;
  return (
    <Facts>
      <Fact label="Teilnehmer:in">{row.participantFullName}</Fact>
      <Fact label="Telefon">{phone && <Link href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</Link>}</Fact>
      <Fact label="E-Mail">{email && <Link href={`mailto:${email}`}>{email}</Link>}</Fact>
      <Fact label="Standort">{row.participantLocation}</Fact>
      <Fact label="Qualifizierung">{row.participantQualification}</Fact>
    </Facts>
  );
}

// On small screens as many side by side as fit: columns would grow with the longest text that crosses them.
const grid = {
  display: { xs: 'flex', md: 'grid' },
  flexWrap: 'wrap',
  gridTemplateColumns: {
    md: '140px 152px 132px minmax(0, 1fr)',
    lg: '140px 148px 136px 96px minmax(0, 1fr) auto',
  },
  columnGap: { xs: 3, sm: 4 },
  rowGap: 2,
  alignItems: 'center',
} as const;

const unbroken = { fontWeight: 700, whiteSpace: 'nowrap' } as const;

const who = {
  minWidth: 0,
  // A line of its own, beside the buttons where there is room.
  flex: { xs: '1 1 100%', sm: '1 1 60%' },
  overflowWrap: 'anywhere',
  gridColumn: { md: '1 / 3', lg: 'auto' },
} as const;

const actions = {
  gridColumn: { md: '3 / -1', lg: 'auto' },
  display: 'flex',
  flexWrap: 'wrap',
  gap: 2,
  alignItems: 'start',
  ml: { sm: 'auto' },
  justifyContent: { md: 'end' },
} as const;
