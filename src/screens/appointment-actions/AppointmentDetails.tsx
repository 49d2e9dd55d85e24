import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Suspense, useId, useState, type ReactNode } from 'react';
import { heldDeletionHint } from '../../features/appointments/ui/deletionHints.ts';
import { DeleteFreeAppointment } from '../../features/appointments/ui/DeleteFreeAppointment.tsx';
import { CoachingLink } from '../../features/booking/ui/CoachingLink.tsx';
import { TeamAddress } from '../../features/provider/ui/TeamAddress.tsx';
import { isUnfinished } from '../../features/appointments/rules.ts';
import { canReportAttendance } from '../../features/booking/missed/rules.ts';
import { germanMoment, germanSlot } from '../../shared/berlin.ts';
import { statuses } from '../../shared/coaching.ts';
import { startsInFuture, useNow } from '../../web/clock.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { Fact, Facts } from '../../web/ui/layout/Fact.tsx';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import { actionNames } from './actionNames.ts';
import { actionsFor, canUndoBooking, type AppointmentAction, type DetailedAppointment } from './appointmentActions.ts';
import { ParticipantFacts } from './ParticipantFacts.tsx';
import { UndoBooking } from './UndoBooking.tsx';

const DocumentsDialog = lazyComponent('DocumentsDialog', async () => ({
  default: (await import('../../features/files/ui/DocumentsDialog.tsx')).DocumentsDialog,
}));

interface Props {
  appointment: DetailedAppointment;
  asAdmin: boolean;
  /** The facts that come first, as children of `Facts`. */
  children: ReactNode;
  /** Called when an action has been chosen; the caller then opens its dialog. */
  onChoose: (action: AppointmentAction) => void;
  /** Called when the booking has been undone or the free appointment deleted, before the lists change. */
  onGone: () => void;
  /** Called when the participant's files have changed. */
  onFilesChanged?: () => void;
  /** Further buttons. */
  buttons?: ReactNode;
}

/** The facts about an appointment, and buttons for all that can be done with it (reference 7.8 and 7.18). */
export function AppointmentDetails(props: Props) {
  const { appointment, asAdmin, children, onChoose, onGone, onFilesChanged = () => {}, buttons } = props;
  const { id, participantId, participantFullName, status, href } = appointment;
  const now = useNow();
  const factsId = useId();
  const [areDocumentsOpen, setAreDocumentsOpen] = useState(false);
  const isUpcoming = startsInFuture(appointment, now);
  // Deleting has a button of its own, which shows a failure here.
  const canReport = canReportAttendance(appointment, now);
  const actions = actionsFor(appointment, { isUpcoming, asAdmin, canReport }).filter((action) => action !== 'delete');
  const setsStatus = actions.includes('missed') || actions.includes('booked');
  const canUndo = canUndoBooking(appointment, asAdmin, now);
  const slot = germanSlot(appointment);
  return (
    <>
      <Box id={factsId}>
        <Facts>
          {children}
          {participantId !== null && <ParticipantFacts appointment={appointment} asAdmin={asAdmin} />}
          {asAdmin && <Fact label="Coach">{appointment.coachFullName}</Fact>}
          <Fact label="Art">{appointment.isSpeedcoaching ? 'Speedcoaching' : 'Einzelcoaching'}</Fact>
        </Facts>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'start', mt: 4 }}>
        {href && isUnfinished(appointment, now) && <CoachingLink href={href} describedBy={factsId} />}
        {participantId !== null && (
          <Button variant="outlined" aria-haspopup="dialog" onClick={() => setAreDocumentsOpen(true)}>
            Unterlagen
          </Button>
        )}
        {actions.map((action) => (
          <Button key={action} variant="outlined" onClick={() => onChoose(action)}>
            {actionNames[action]}
          </Button>
        ))}
        {canUndo && <UndoBooking appointment={appointment} appointmentName={slot} onDone={onGone} />}
        {status === statuses.free && (
          <DeleteFreeAppointment
            appointmentId={id}
            asAdmin={asAdmin}
            itemName={slot}
            hint={appointment.heldUntil ? heldDeletionHint : undefined}
            onDeleted={onGone}
          />
        )}
        {buttons}
      </Box>
      {appointment.heldUntil && <Reserved heldUntil={appointment.heldUntil} />}
      {setsStatus && (
        <Typography variant="body2" sx={{ mt: 3, color: 'text.secondary', overflowWrap: 'anywhere' }}>
          Wird der Status geändert, bekommt {participantFullName} eine E-Mail.
        </Typography>
      )}
      {canUndo && (
        <Typography variant="body2" sx={{ mt: 3, color: 'text.secondary', overflowWrap: 'anywhere' }}>
          Wird die Buchung zurückgenommen, bekommt {participantFullName} eine E-Mail, wenn schon eine zur Buchung kam.
        </Typography>
      )}
      {!asAdmin && isUpcoming && status === statuses.booked && (
        <Typography variant="body2" sx={{ mt: 3, color: 'text.secondary' }}>
          Stornieren kann nur das Team
          <TeamAddress />
        </Typography>
      )}
      {areDocumentsOpen && participantId !== null && (
        <Suspense fallback={<LoadingNotice />}>
          <DocumentsDialog
            participant={{ id: participantId, fullName: participantFullName, inactive: false }}
            facts={
              <Facts>
                <ParticipantFacts appointment={appointment} asAdmin={asAdmin} />
              </Facts>
            }
            onChanged={onFilesChanged}
            onClose={() => setAreDocumentsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Explains why a free appointment is 'Reserviert' (reference 12.3); `heldUntil` is an instant (ISO). */
function Reserved({ heldUntil }: { heldUntil: string }) {
  return (
    <Typography variant="body2" sx={{ mt: 3, color: 'text.secondary' }}>
      Eine Person auf der Warteliste hat diesen Termin angeboten bekommen und kann ihn bis{' '}
      {germanMoment(new Date(heldUntil))} annehmen. Danach bekommt ihn die nächste Person oder er ist für alle frei.
      Wird er gelöscht oder verschoben, bekommt sie eine E-Mail.
    </Typography>
  );
}
