import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { Suspense, useId, useState } from 'react';
import { Link as RouteLink } from 'react-router';
import { germanDate, germanSlot, weekday } from '../../shared/berlin.ts';
import { statuses } from '../../shared/coaching.ts';
import { startsInFuture, useNow } from '../../web/clock.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { Fact, Facts } from '../../web/ui/layout/Fact.tsx';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import { CoachingLink } from '../../features/booking/ui/CoachingLink.tsx';
import { DeleteFreeAppointment } from '../../features/appointments/ui/DeleteFreeAppointment.tsx';
import {
  canUndoBooking,
  actionNames,
  actionsFor,
  type AppointmentAction,
} from '../appointment-actions/appointmentActions.ts';
import { ParticipantFacts } from '../appointment-actions/ParticipantFacts.tsx';
import { UndoBooking } from '../appointment-actions/UndoBooking.tsx';
import { stateLabels, timesOf, type Entry } from './calendarEntries.ts';
import { StateMark } from './Legend.tsx';

const DocumentsDialog = lazyComponent('DocumentsDialog', async () => ({
  default: (await import('../../features/files/ui/DocumentsDialog.tsx')).DocumentsDialog,
}));

/** The actions that open another dialog. The actions that correct a status are only offered in the overview. */
export type DialogAction = Extract<AppointmentAction, 'bookFor' | 'move' | 'cancel' | 'goodwill'>;
const dialogActions: readonly AppointmentAction[] = ['bookFor', 'move', 'cancel', 'goodwill'] satisfies DialogAction[];
const hasDialog = (action: AppointmentAction): action is DialogAction => dialogActions.includes(action);

interface Props {
  entry: Entry;
  asAdmin: boolean;
  /** Called after a change, when the calendar is about to be refetched. */
  onDone: () => void;
  /** Called when the dialog has disappeared. The caller then opens the dialog of `action`, unless it is null. */
  onClosed: (action: DialogAction | null) => void;
}

/** Shows the details of an entry, and the actions that can be taken on it (reference 7.18). */
export default function EntryDialog({ entry, asAdmin, onDone, onClosed }: Props) {
  const [open, setOpen] = useState(true);
  const [chosenAction, setChosenAction] = useState<DialogAction | null>(null);
  const [areDocumentsOpen, setAreDocumentsOpen] = useState(false);
  const now = useNow();
  const id = useId();
  const { appointment, date, title, state } = entry;
  const close = () => setOpen(false);
  const finish = () => {
    onDone();
    close();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      fullWidth
      maxWidth="sm"
      aria-labelledby={`${id}-title`}
      slotProps={{ transition: { onExited: () => onClosed(chosenAction) } }}
    >
      <DialogTitle id={`${id}-title`} sx={{ overflowWrap: 'anywhere' }}>
        {title || stateLabels[state]}
      </DialogTitle>
      <DialogContent>
        <Box id={`${id}-facts`} sx={{ mb: 4 }}>
          <Facts>
            <Fact label="Status">
              <StateMark state={state} />
            </Fact>
            <Fact label="Zeit">
              {entry.absencePeriod ||
                (appointment ? germanSlot(appointment) : `${weekday(date)}, ${germanDate(date)}, ${timesOf(entry)}`)}
            </Fact>
            {asAdmin && <Fact label="Coach">{entry.coach}</Fact>}
            {appointment && <Fact label="Art">{appointment.isSpeedcoaching ? 'Speedcoaching' : 'Einzelcoaching'}</Fact>}
            {appointment?.participantId && <ParticipantFacts appointment={appointment} asAdmin={asAdmin} />}
          </Facts>
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'start' }}>
          {appointment?.href && appointment.status === statuses.booked && state === 'booked' && (
            <CoachingLink href={appointment.href} describedBy={`${id}-facts`} />
          )}
          {appointment?.participantId && (
            <Button variant="outlined" aria-haspopup="dialog" onClick={() => setAreDocumentsOpen(true)}>
              Unterlagen
            </Button>
          )}
          {appointment &&
            actionsFor(appointment, { isUpcoming: startsInFuture(appointment, now), asAdmin })
              .filter(hasDialog)
              .map((offeredAction) => (
                <Button
                  key={offeredAction}
                  variant="outlined"
                  onClick={() => {
                    setChosenAction(offeredAction);
                    close();
                  }}
                >
                  {actionNames[offeredAction]}
                </Button>
              ))}
          {appointment && canUndoBooking(appointment, asAdmin, now) && (
            <UndoBooking appointmentId={appointment.id} appointmentName={germanSlot(appointment)} onDone={finish} />
          )}
          {appointment?.status === statuses.free && (
            <DeleteFreeAppointment
              appointmentId={appointment.id}
              asAdmin={asAdmin}
              itemName={germanSlot(appointment)}
              onDeleted={finish}
            />
          )}
          {state === 'absence' && (
            <Button component={RouteLink} to={asAdmin ? '/absences-admin' : '/absences-coach'} variant="outlined">
              Zu den Abwesenheiten
            </Button>
          )}
          {appointment?.participantId && !asAdmin && (
            <Button component={RouteLink} to={`/daily-plan?von=${date}&bis=${date}`}>
              Tagesplan öffnen
            </Button>
          )}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>Schließen</Button>
      </DialogActions>
      {areDocumentsOpen && appointment?.participantId && (
        <Suspense fallback={<LoadingNotice />}>
          <DocumentsDialog
            participant={{ id: appointment.participantId, fullName: appointment.participantFullName, inactive: false }}
            facts={
              <Facts>
                <ParticipantFacts appointment={appointment} asAdmin={asAdmin} />
              </Facts>
            }
            onChanged={onDone}
            onClose={() => setAreDocumentsOpen(false)}
          />
        </Suspense>
      )}
    </Dialog>
  );
}
