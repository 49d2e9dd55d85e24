import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { germanDate, germanSlot, weekday } from '../../shared/berlin.ts';
import { useBackCloses } from '../../web/address/useBackCloses.ts';
import { useMinWidth } from '../../web/useMinWidth.ts';
import { Fact, Facts } from '../../web/ui/layout/Fact.tsx';
import type { AppointmentAction } from '../appointment-actions/appointmentActions.ts';
import { AppointmentDetails } from '../appointment-actions/AppointmentDetails.tsx';
import { stateLabels, timesOf, type Entry } from './calendarEntries.ts';
import { StateMark } from './Legend.tsx';

interface Props {
  entry: Entry;
  /** Where the entry is on the screen, in px. */
  place: DOMRect;
  asAdmin: boolean;
  /** Called after a change, when the calendar is about to be refetched. */
  onDone: () => void;
  /** Called when the popover has disappeared. The caller then carries out `action`, unless it is null. */
  onClosed: (action: AppointmentAction | null) => void;
}

/**
 * Shows the details of an entry beside it, and the actions that can be taken on it (reference 7.18). On a phone it is a
 * dialog.
 */
export default function EntryPopover({ entry, place, asAdmin, onDone, onClosed }: Props) {
  const [open, setOpen] = useState(true);
  const [chosenAction, setChosenAction] = useState<AppointmentAction | null>(null);
  const id = useId();
  const hasRoomBeside = useMinWidth(600);
  const { appointment, date, title, state } = entry;
  const close = () => setOpen(false);
  useBackCloses(open, close);
  const shared = {
    open,
    onClose: close,
    children: (
      <Box sx={{ px: { xs: 4, sm: 6 }, pt: 3, pb: { xs: 4, sm: 6 } }}>
        <Box sx={{ display: 'flex', alignItems: 'start', mb: 2 }}>
          <Typography id={id} variant="h2" sx={{ flex: 1, minWidth: 0, pt: 2, mr: 2, overflowWrap: 'anywhere' }}>
            {title || stateLabels[state]}
          </Typography>
          <IconButton aria-label="Schließen" onClick={close} sx={{ mr: -2 }}>
            <CloseIcon />
          </IconButton>
        </Box>
        {appointment ? (
          <AppointmentDetails
            appointment={appointment}
            asAdmin={asAdmin}
            onChoose={(action) => {
              setChosenAction(action);
              close();
            }}
            onGone={() => {
              onDone();
              close();
            }}
            onFilesChanged={onDone}
            buttons={
              appointment.participantId !== null &&
              !asAdmin && (
                <Button component={Link} to={`/daily-plan?von=${date}&bis=${date}`}>
                  Tagesplan öffnen
                </Button>
              )
            }
          >
            <Fact label="Status">
              <StateMark state={state} />
            </Fact>
            <Fact label="Zeit">{germanSlot(appointment)}</Fact>
          </AppointmentDetails>
        ) : (
          <AbsenceOrHoliday entry={entry} asAdmin={asAdmin} />
        )}
      </Box>
    ),
  };
  const transition = { onExited: () => onClosed(chosenAction) };
  if (!hasRoomBeside) return <Dialog {...shared} fullWidth aria-labelledby={id} slotProps={{ transition }} />;
  // The popover stands to the right of the entry, or to its left if there is more room.
  const isToTheRight = place.left + place.right < innerWidth;
  return (
    <Popover
      {...shared}
      anchorReference="anchorPosition"
      anchorPosition={{ top: place.top, left: isToTheRight ? place.right + gap : place.left - gap }}
      transformOrigin={{ vertical: 'top', horizontal: isToTheRight ? 'left' : 'right' }}
      slotProps={{
        transition,
        paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': id, sx: { width: 440, borderRadius: '16px' } },
      }}
    />
  );
}

/** The distance between the entry and the popover, in px. */
const gap = 8;

function AbsenceOrHoliday({ entry, asAdmin }: { entry: Entry; asAdmin: boolean }) {
  const { state, date, absencePeriod, coach } = entry;
  return (
    <>
      <Facts>
        <Fact label="Status">
          <StateMark state={state} />
        </Fact>
        <Fact label="Zeit">{absencePeriod || `${weekday(date)}, ${germanDate(date)}, ${timesOf(entry)}`}</Fact>
        {asAdmin && <Fact label="Coach">{coach}</Fact>}
      </Facts>
      {state === 'absence' && (
        <Button component={Link} to={asAdmin ? '/absences-admin' : '/absences-coach'} variant="outlined" sx={{ mt: 4 }}>
          Zu den Abwesenheiten
        </Button>
      )}
    </>
  );
}
