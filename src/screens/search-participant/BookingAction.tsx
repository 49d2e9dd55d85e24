import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { Suspense, useId, useState } from 'react';
import { toActionFlags, changeBooking } from '../../features/booking/admin/contract.ts';
import { adminActions, type AdminAction } from '../../features/booking/admin/rules.ts';
import { germanInterval } from '../../shared/berlin.ts';
import { callApi, errorMessageOf } from '../../web/calls/api.ts';
import { useSubmit } from '../../web/calls/useSubmit.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { useNow } from '../../web/clock.ts';
import { toast } from '../../web/toasts/toast.ts';
import { setBack, toastWithUndo } from '../appointment-actions/undo.ts';
import type { ParticipantAppointment } from '../../features/participants/contract.ts';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import { statuses } from '../../shared/coaching.ts';

const ReleaseDialog = lazyComponent('ReleaseDialog', () => import('./ReleaseDialog.tsx'));

/** The labels of the admins' actions, in the order of reference 4.10. */
const labels: Record<AdminAction, string> = {
  cancelled: 'Stornierung',
  goodwill: 'Kulanz',
  missed: 'Versäumt',
  booked: 'Gebucht',
};

interface Props {
  appointment: ParticipantAppointment;
  /** The participant's name. */
  participantName: string;
  /** Called when the appointment may have changed; resolves once the screen shows the server's data. */
  onChanged: () => Promise<void>;
}

/** The select with which an admin changes the state of a participant's appointment (reference 8.8). */
export default function BookingAction({ appointment, participantName, onChanged }: Props) {
  const [isAskingForRelease, setIsAskingForRelease] = useState(false);
  const problemId = useId();
  const { date: today, time } = useNow();
  const { id, date, timeSlot, status } = appointment;
  const [start, end] = [timeSlot.slice(0, 5), timeSlot.slice(-5)];
  const isUpcoming = `${date} ${start}` > `${today} ${time}`;
  const interval = germanInterval({ date, start, end });

  /** `release` states whether the slot of a cancelled appointment becomes free for other participants. */
  const change = async (action: AdminAction, { release }: { release: boolean }) => {
    await callApi(changeBooking, { appointmentId: id, action: toActionFlags(action), release, seenStatus: status });
    await onChanged();
    const earlierAction = actionOf(appointment);
    if (canUndo(earlierAction, action))
      toastWithUndo('Änderung erfolgreich', 'correction', async () => setBack(id, earlierAction, statusAfter[action]), [
        id,
      ]);
    else toast.success('Änderung erfolgreich', 'correction', undefined, [id]);
  };
  const { busy, failure, submit } = useSubmit(change, () => {
    toast.error('Es ist ein Fehler', 'correction');
    void onChanged();
  });
  const choose = (action: AdminAction) => {
    if (busy) return;
    // Only an upcoming booked appointment has a slot that can become free again.
    if (action === 'cancelled' && status === statuses.booked && isUpcoming) setIsAskingForRelease(true);
    else void submit(action, { release: true });
  };
  return (
    <Box sx={{ minWidth: 0 }}>
      <TextField
        select
        fullWidth
        size="small"
        value={actionOf(appointment)}
        aria-busy={busy}
        error={failure !== null}
        helperText={failure !== null && errorMessageOf(failure)}
        onChange={({ target }) => choose(target.value as AdminAction)}
        slotProps={{
          select: {
            displayEmpty: true,
            renderValue: (action) => (action ? labels[action as AdminAction] : 'Aktion wählen'),
            SelectDisplayProps: { 'aria-label': `Aktion ${participantName}, ${interval}` },
          },
          formHelperText: { id: problemId, role: 'alert' },
        }}
      >
        {adminActions.map((action) => (
          <MenuItem key={action} value={action}>
            {labels[action]}
          </MenuItem>
        ))}
      </TextField>
      {isAskingForRelease && (
        <Suspense fallback={<LoadingNotice />}>
          <ReleaseDialog
            description={`${participantName}, ${interval}`}
            onAnswer={(release) => {
              setIsAskingForRelease(false);
              if (release !== null) void submit('cancelled', { release });
            }}
          />
        </Suspense>
      )}
    </Box>
  );
}

/** The status that an appointment has after each action. */
const statusAfter = {
  cancelled: statuses.cancelled,
  goodwill: statuses.cancelled,
  missed: statuses.missed,
  booked: statuses.booked,
} as const;

/**
 * Whether the earlier action, done again, leaves everything as it was. It does not after a cancelled booking was made
 * again, since the slot may have been closed, nor if the participant had cancelled it.
 */
function canUndo(earlier: AdminAction | '', action: AdminAction): earlier is AdminAction {
  return earlier === 'booked' || earlier === 'missed' || (earlier !== '' && statusAfter[action] === statuses.cancelled);
}

/** Returns the action that led to the appointment's state; '' if the participant cancelled it. */
function actionOf({ status, cancelKind }: ParticipantAppointment): AdminAction | '' {
  if (status === statuses.booked) return 'booked';
  if (status === statuses.missed) return 'missed';
  if (cancelKind === 'byParticipant') return '';
  return cancelKind === 'goodwill' ? 'goodwill' : 'cancelled';
}
