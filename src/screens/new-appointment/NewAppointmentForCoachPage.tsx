import { callApi } from '../../web/calls/api.ts';
import { createAppointment } from '../../features/appointments/contract.ts';
import { toInput, type NewAppointment } from './newAppointment.ts';
import { NewAppointments } from './NewAppointments.tsx';

/** The page where an admin creates appointments for a coach of their choice (reference 7.2). */
export default function NewAppointmentForCoachPage() {
  const create = async (form: NewAppointment) =>
    (await callApi(createAppointment, { ...toInput(form), coachId: form.coach?.value ?? null })).data.appointmentId;
  return <NewAppointments title="Termine erstellen" asAdmin create={create} />;
}
