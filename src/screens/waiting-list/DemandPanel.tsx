import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { addDays, germanDate } from '../../shared/berlin.ts';
import { formatCount } from '../../shared/german.ts';
import { SidePanel } from '../../web/ui/dialogs/SidePanel.tsx';
import { seriesPagePath, waitingPersonPath, type DemandRow } from './demandRows.ts';

interface Props {
  /** Undefined if nobody is waiting for this coach in this week, for example because the link is old. */
  row: DemandRow | undefined;
  onClose: () => void;
}

/** The panel beside the list, with the people who are waiting for a coach in a week. */
export default function DemandPanel({ row, onClose }: Props) {
  return (
    <SidePanel title={row ? (row.coach ?? 'Kein bestimmter Coach') : 'Bedarf nicht gefunden'} onClose={onClose}>
      {row ? (
        <>
          <Typography sx={{ mb: 4, color: 'text.secondary' }}>
            {germanDate(row.monday)} bis {germanDate(addDays(row.monday, 6))}:{' '}
            {formatCount(row.people.length, 'Person', 'Personen')}
          </Typography>
          <Box component="ul" aria-label="Wer wartet" sx={{ m: 0, mb: 6, pl: 5, overflowWrap: 'anywhere' }}>
            {row.people.map((person) => (
              <li key={person.participantId}>
                <MuiLink component={Link} to={waitingPersonPath(person)} sx={linkStyle}>
                  {person.fullName}
                </MuiLink>
              </li>
            ))}
          </Box>
          <Button variant="contained" component={Link} to={seriesPagePath(row)}>
            Termine anlegen
          </Button>
        </>
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>
          In dieser Woche wartet niemand mehr darauf. Vielleicht gibt es inzwischen ein Angebot.
        </Typography>
      )}
    </SidePanel>
  );
}

/** High enough for a finger. */
const linkStyle = { display: 'inline-flex', alignItems: 'center', minHeight: 44 } as const;
