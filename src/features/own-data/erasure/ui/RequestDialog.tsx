import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { listMyAppointments } from '../../../booking/contract.ts';
import { germanInterval } from '../../../../shared/berlin.ts';
import { maxLengths } from '../../../../shared/lengths.ts';
import { statuses } from '../../../../shared/coaching.ts';
import { callApi } from '../../../../web/calls/api.ts';
import { invalidate, useApiQuery } from '../../../../web/calls/apiQuery.ts';
import { toast } from '../../../../web/toasts/toast.ts';
import { CounterField } from '../../../../web/ui/fields/CounterField.tsx';
import { ErrorNotice } from '../../../../web/ui/notices/ErrorNotice.tsx';
import { FormDialog } from '../../../../web/ui/dialogs/FormDialog.tsx';
import { useSubmit } from '../../../../web/calls/useSubmit.ts';
import { Loading } from '../../../../web/ui/notices/Loading.tsx';
import { getErasureRequest, requestErasure } from '../contract.ts';

interface Props {
  /** Called after a request was sent, just before the section reloads it. */
  onRequested: () => void;
  /** Called when the dialog has disappeared, at the end of its closing transition. */
  onClosed: () => void;
}

/** The dialog for requesting erasure. It lists the upcoming bookings, and has a field for an optional reason. */
export default function RequestDialog({ onRequested, onClosed }: Props) {
  const [open, setOpen] = useState(true);
  const [reason, setReason] = useState('');
  const [isSent, setIsSent] = useState(false);
  const id = useId();
  const { busy, failure, submit } = useSubmit(async () => {
    await callApi(requestErasure, { reason });
    toast.success('Dein Antrag ist eingegangen.', 'erasure');
    setIsSent(true);
    setOpen(false);
  });
  // The section behind the dialog reloads only after the dialog has closed, since it cannot move the focus earlier.
  const handleClosed = () => {
    onClosed();
    if (!isSent) return;
    onRequested();
    void invalidate(getErasureRequest);
  };
  return (
    <FormDialog
      title="Löschung beantragen"
      describedBy={`${id}-description`}
      open={open}
      busy={busy}
      isChanged={reason.trim() !== ''}
      onSubmit={submit}
      onClose={() => setOpen(false)}
      onClosed={handleClosed}
      submitLabel="Löschung beantragen"
      busyText="Wird gesendet..."
      color="error"
    >
      <Box sx={{ display: 'grid', gap: 4 }}>
        <Typography id={`${id}-description`}>
          Gelöscht werden dein Konto, deine Unterlagen und was du geschrieben hast. Dass Coachings stattgefunden haben,
          bleibt ohne deinen Namen für die Statistik. Möchtest du vorher eine Kopie? Die bekommst du unter „Meine Daten
          herunterladen“.
        </Typography>
        <UpcomingBookings />
        {failure !== null && <ErrorNotice error={failure} />}
        <CounterField
          label="Grund (freiwillig)"
          value={reason}
          onChange={setReason}
          max={maxLengths.reason}
          helperText="Du musst keinen Grund nennen."
        />
      </Box>
    </FormDialog>
  );
}

/** Lists the upcoming bookings, which the erasure would cancel. */
function UpcomingBookings() {
  const query = useApiQuery(listMyAppointments, {});
  if (query.isPending) return <Loading blocks={1} height={60} />;
  if (query.isError) return <ErrorNotice error={query.error} retry={() => void query.refetch()} />;
  const upcoming = query.data.data.filter(({ status, meta }) => status === statuses.booked && !meta.past);
  if (upcoming.length === 0) return <Typography>Du hast keine kommenden Termine.</Typography>;
  return (
    <div>
      <Typography sx={{ fontWeight: 600 }}>Diese Termine würden dann storniert:</Typography>
      <Box component="ul" sx={{ m: 0, mt: 1, pl: 6 }}>
        {upcoming.map((appointment) => (
          <li key={appointment.id}>
            {germanInterval(appointment)}, {appointment.coach}
          </li>
        ))}
      </Box>
    </div>
  );
}
