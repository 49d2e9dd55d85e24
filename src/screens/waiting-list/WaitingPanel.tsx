import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link } from 'react-router';
import { dateOf, germanDate } from '../../shared/berlin.ts';
import { formatCriteria } from '../../features/waiting/ui/words.ts';
import {
  endWaitingEntry,
  listWaitingEntries,
  resumeWaitingEntry,
  type WaitingPerson,
} from '../../features/waiting/demand/contract.ts';
import { callApi, isSessionEndedError } from '../../web/calls/api.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { useNow } from '../../web/clock.ts';
import { TwoStepButton } from '../../web/ui/buttons/TwoStepButton.tsx';
import { toastWithUndo } from '../appointment-actions/undo.ts';
import { SidePanel } from '../../web/ui/dialogs/SidePanel.tsx';
import { Fact, Facts } from '../../web/ui/layout/Fact.tsx';
import { PhoneLink } from '../../web/ui/layout/PhoneLink.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { seriesPagePath, waitingPersonPath } from './demandRows.ts';
import { proposeFor, type WaitingRow } from './waitingRows.ts';

interface Props {
  /** Undefined if the person does not wait, for example because the link is old. */
  row: WaitingRow | undefined;
  /** Called to book an appointment that meets an entry. */
  onBook: (entry: WaitingPerson) => void;
  onClose: () => void;
}

/** The panel beside the list, with the entries of a person who waits and what can be done about them. */
export default function WaitingPanel({ row, onBook, onClose }: Props) {
  return (
    <SidePanel title={row?.fullName ?? 'Niemand gefunden'} onClose={onClose}>
      {row ? (
        <>
          <Facts>
            <Fact label="Telefon">
              <PhoneLink phone={row.phone} />
            </Fact>
          </Facts>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, my: 4 }}>
            <Button variant="outlined" component={Link} to={waitingPersonPath(row)}>
              Zur Person
            </Button>
          </Box>
          <Box component="ul" aria-label="Wünsche" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {row.entries.map((entry) => (
              <Entry
                key={entry.waitingId}
                entry={entry}
                onBook={() => onBook(entry)}
                onEnded={() => row.entries.length === 1 && onClose()}
              />
            ))}
          </Box>
        </>
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>
          Diese Person wartet nicht mehr. Vielleicht hat sie inzwischen einen Termin.
        </Typography>
      )}
    </SidePanel>
  );
}

interface EntryProps {
  entry: WaitingPerson;
  onBook: () => void;
  onEnded: () => void;
}

function Entry({ entry, onBook, onEnded }: EntryProps) {
  const { date: today } = useNow();
  const [error, setError] = useState<unknown>(null);
  const criteria = formatCriteria(entry);
  const end = async () => {
    setError(null);
    try {
      await callApi(endWaitingEntry, { waitingId: entry.waitingId });
      toastWithUndo(`${entry.fullName} wartet darauf nicht mehr.`, 'waiting', async () =>
        callApi(resumeWaitingEntry, { waitingId: entry.waitingId }),
      );
      onEnded();
      await invalidate(listWaitingEntries);
    } catch (problem) {
      if (!isSessionEndedError(problem)) setError(problem);
    }
  };
  return (
    <Box component="li" sx={{ py: 3, borderTop: 1, borderColor: 'divider', overflowWrap: 'anywhere' }}>
      <Typography>{criteria}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Wartet seit {germanDate(dateOf(new Date(entry.since)))}.{' '}
        {entry.offered && 'Gerade ist dafür ein Termin reserviert.'}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 2, alignItems: 'center' }}>
        <Button variant="contained" aria-haspopup="dialog" onClick={onBook}>
          Termin buchen
        </Button>
        {!entry.offered && (
          <>
            <Button variant="outlined" component={Link} to={seriesPagePath(proposeFor(entry, today))}>
              Termine anlegen
            </Button>
            <TwoStepButton
              itemName={criteria}
              onConfirm={() => void end()}
              whenArmed={
                <Typography variant="body2" role="status" sx={{ flexBasis: '100%' }}>
                  Die Person bekommt dann kein Angebot mehr und keine Nachricht.
                </Typography>
              }
            >
              Austragen
            </TwoStepButton>
          </>
        )}
      </Box>
      {error !== null && (
        <Box sx={{ mt: 3 }}>
          <ErrorNotice error={error} />
        </Box>
      )}
    </Box>
  );
}
