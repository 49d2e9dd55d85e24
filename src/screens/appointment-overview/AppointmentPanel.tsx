import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Suspense, useId, useState } from 'react';
import type { OverviewRow as Row } from '../../features/appointments/contract.ts';
import { StatusChip } from '../../features/appointments/ui/StatusChip.tsx';
import { CoachingLink } from '../../features/booking/ui/CoachingLink.tsx';
import { germanSlot } from '../../shared/berlin.ts';
import { statuses } from '../../shared/coaching.ts';
import { startsInFuture, useNow } from '../../web/clock.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { SidePanel } from '../../web/ui/dialogs/SidePanel.tsx';
import { Fact, Facts } from '../../web/ui/layout/Fact.tsx';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import {
  actionNames,
  actionsFor,
  canUndoBooking,
  type AppointmentAction,
} from '../appointment-actions/appointmentActions.ts';
import { ParticipantFacts } from '../appointment-actions/ParticipantFacts.tsx';
import { UndoBooking } from '../appointment-actions/UndoBooking.tsx';

const DocumentsDialog = lazyComponent('DocumentsDialog', async () => ({
  default: (await import('../../features/files/ui/DocumentsDialog.tsx')).DocumentsDialog,
}));

interface Handlers {
  /** Called when an action has been chosen; the list then opens its dialog. */
  onChoose: (appointment: Row, action: AppointmentAction) => void;
  /** Called when the booking has been undone, before it disappears from the list. */
  onUndone: (appointment: Row) => void;
}

interface Props extends Handlers {
  /** Undefined if the appointment is not in the list, for example after an outdated link. */
  appointment: Row | undefined;
  asAdmin: boolean;
  onClose: () => void;
}

/** The side panel with the details of a booked or missed appointment, and all that can be done with it (reference 7.8). */
export default function AppointmentPanel({ appointment, onClose, ...rest }: Props) {
  return (
    <SidePanel title={appointment ? germanSlot(appointment) : 'Termin nicht gefunden'} onClose={onClose}>
      {appointment ? (
        <Details key={appointment.id} appointment={appointment} {...rest} />
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>
          Dieser Termin steht nicht auf dieser Seite der Liste. Vielleicht wurde er verschoben oder gelöscht.
        </Typography>
      )}
    </SidePanel>
  );
}

interface DetailsProps extends Handlers {
  appointment: Row;
  asAdmin: boolean;
}

function Details({ appointment, asAdmin, onChoose, onUndone }: DetailsProps) {
  const { id, participantId, participantFullName, status, date, reserved, href } = appointment;
  const now = useNow();
  const factsId = useId();
  const [areDocumentsOpen, setAreDocumentsOpen] = useState(false);
  const actions = actionsFor(appointment, { isUpcoming: startsInFuture(appointment, now), asAdmin });
  return (
    <>
      <Box id={factsId}>
        <Facts>
          <Fact label="Status">
            <StatusChip status={status} date={date} today={now.date} reserved={reserved} />
          </Fact>
          <ParticipantFacts appointment={appointment} asAdmin={asAdmin} />
          {asAdmin && <Fact label="Coach">{appointment.coachFullName}</Fact>}
          <Fact label="Art">{appointment.isSpeedcoaching ? 'Speedcoaching' : 'Einzelcoaching'}</Fact>
        </Facts>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'start', mt: 6 }}>
        {href && status === statuses.booked && <CoachingLink href={href} describedBy={factsId} />}
        {participantId !== null && (
          <Button variant="outlined" aria-haspopup="dialog" onClick={() => setAreDocumentsOpen(true)}>
            Unterlagen
          </Button>
        )}
        {actions.map((action) => (
          <Button key={action} variant="outlined" onClick={() => onChoose(appointment, action)}>
            {actionNames[action]}
          </Button>
        ))}
        {canUndoBooking(appointment, asAdmin, now) && (
          <UndoBooking
            appointmentId={id}
            appointmentName={germanSlot(appointment)}
            onDone={() => onUndone(appointment)}
          />
        )}
      </Box>
      {areDocumentsOpen && participantId !== null && (
        <Suspense fallback={<LoadingNotice />}>
          <DocumentsDialog
            participant={{ id: participantId, fullName: participantFullName, inactive: false }}
            facts={
              <Facts>
                <ParticipantFacts appointment={appointment} asAdmin={asAdmin} />
              </Facts>
            }
            onChanged={() => {}}
            onClose={() => setAreDocumentsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
