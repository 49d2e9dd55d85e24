import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { Suspense, useId, useState } from 'react';
import { actionFlags, changeBooking } from '../../corrections/contract.ts';
import { adminActions, type AdminAction } from '../../corrections/rules.ts';
import { germanStretch } from '../../shared/berlin.ts';
import { ask, sentenceOf, sessionEnded } from '../../web/api.ts';
import { lazyPart } from '../../web/chunk.ts';
import { useNow } from '../../web/clock.ts';
import { toast } from '../../web/toast.ts';
import type { FoundAppointment } from '../contract.ts';
import { Opening } from '../../web/ui/Opening.tsx';

const ReleaseDialog = lazyPart('ReleaseDialog', () => import('./ReleaseDialog.tsx'));

/** What an admin can set an appointment to, in the order of spec coach §4. */
const names: Record<AdminAction, string> = {
  cancelled: 'Stornierung',
  goodwill: 'Kulanz',
  missed: 'Versäumt',
  booked: 'Gebucht',
};

interface Props {
  appointment: FoundAppointment;
  /** Whose appointment it is. */
  who: string;
  /** The server has changed it, or knows it otherwise than this screen. */
  onChanged: () => void;
}

/** The action of an admin on a participant's appointment; what it is set to stands there (spec coach §2, §4). */
export default function BookingAction({ appointment, who, onChanged }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [asking, setAsking] = useState(false);
  const problemId = useId();
  const { date: today, time } = useNow();
  const { id, date, timeSlot, status } = appointment;
  const [start, end] = [timeSlot.slice(0, 5), timeSlot.slice(-5)];
  const ahead = `${date} ${start}` > `${today} ${time}`;
  const when = germanStretch({ date, start, end });

  const change = async (action: AdminAction, release: boolean) => {
    setBusy(true);
    setProblem('');
    try {
      await ask(changeBooking, { appointmentId: id, action: actionFlags(action), release });
      toast.success('Änderung erfolgreich', 'correction');
    } catch (error) {
      if (sessionEnded(error)) return;
      toast.error('Es ist ein Fehler', 'correction');
      setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
      onChanged();
    }
  };
  const choose = (action: AdminAction) => {
    if (busy) return;
    // A time that is over, or that nobody holds any more, cannot be given to others.
    if (action === 'cancelled' && status === 'G' && ahead) setAsking(true);
    else void change(action, true);
  };
  return (
    <Box sx={{ minWidth: 0 }}>
      <TextField
        select
        fullWidth
        size="small"
        value={actionOf(appointment)}
        aria-busy={busy}
        error={problem !== ''}
        helperText={problem}
        onChange={({ target }) => choose(target.value as AdminAction)}
        slotProps={{
          select: {
            displayEmpty: true,
            renderValue: (action) => (action ? names[action as AdminAction] : 'Aktion wählen'),
            SelectDisplayProps: { 'aria-label': `Aktion ${who}, ${when}` },
          },
          formHelperText: { id: problemId, role: 'alert' },
        }}
      >
        {adminActions.map((action) => (
          <MenuItem key={action} value={action}>
            {names[action]}
          </MenuItem>
        ))}
      </TextField>
      {asking && (
        <Suspense fallback={<Opening />}>
          <ReleaseDialog
            what={`${who}, ${when}`}
            onAnswer={(release) => {
              setAsking(false);
              if (release !== null) void change('cancelled', release);
            }}
          />
        </Suspense>
      )}
    </Box>
  );
}

/** The action whose outcome an appointment is; '' where the participant has cancelled it. */
function actionOf({ status, cancelKind }: FoundAppointment): AdminAction | '' {
  if (status === 'G') return 'booked';
  if (status === 'V') return 'missed';
  return cancelKind === 'byParticipant' ? '' : cancelKind === 'goodwill' ? 'goodwill' : 'cancelled';
}
