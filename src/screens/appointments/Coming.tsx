import DoneIcon from '@mui/icons-material/Check';
import Typography from '@mui/material/Typography';
import { useId, useRef } from 'react';
import { confirmComing } from '../../features/booking/coming/contract.ts';
import { listMyAppointments, type OwnAppointment } from '../../features/booking/contract.ts';
import { callApi, errorMessageOf } from '../../web/calls/api.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { useSubmit } from '../../web/calls/useSubmit.ts';
import { toast } from '../../web/toasts/toast.ts';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';

interface Props {
  appointment: OwnAppointment;
  /** The id of the element that names the appointment. */
  describedBy: string;
}

/** The button 'Ich komme', or that the participant has said so (reference 4.26). */
export function Coming({ appointment, describedBy }: Props) {
  const hasJustSaidSo = useRef(false);
  const hintId = useId();
  const confirm = async () => {
    await callApi(confirmComing, { appointmentId: appointment.id });
    hasJustSaidSo.current = true;
    await invalidate(listMyAppointments);
    toast.success('Danke! Dein Coach sieht, dass du kommst.', 'coming');
  };
  const { busy, submit } = useSubmit(confirm, (error) => {
    toast.error(errorMessageOf(error), 'coming');
    void invalidate(listMyAppointments);
  });
  if (appointment.meta.coming)
    return (
      <Typography
        // Takes the focus of the button that it replaces.
        ref={(text) => {
          if (hasJustSaidSo.current) text?.focus();
          hasJustSaidSo.current = false;
        }}
        tabIndex={-1}
        sx={{ display: 'flex', alignItems: 'center', gap: 2, fontWeight: 600 }}
      >
        <DoneIcon aria-hidden sx={{ color: 'success.main' }} />
        Du hast zugesagt.
      </Typography>
    );
  return (
    <>
      <BusyButton
        // On the day itself the main button is the one that leads to the coaching.
        variant={appointment.meta.today ? 'outlined' : 'contained'}
        busy={busy}
        busyText="Wird gesendet..."
        aria-describedby={`${describedBy} ${hintId}`}
        onClick={() => void submit()}
      >
        Ich komme
      </BusyButton>
      <Typography id={hintId} variant="body2" sx={{ color: 'text.secondary', textAlign: { sm: 'right' } }}>
        Freiwillig: So weiß dein Coach Bescheid.
      </Typography>
    </>
  );
}
