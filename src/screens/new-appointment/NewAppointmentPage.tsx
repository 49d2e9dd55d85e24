import { callApi } from '../../web/calls/api.ts';
import { createOwnAppointment } from '../../features/appointments/contract.ts';
import { toInput, type NewAppointment } from './newAppointment.ts';
import { NewAppointments } from './NewAppointments.tsx';

/** The page where coaches create their own appointments (reference 7.2). */
export default function NewAppointmentPage() {
  const create = async (form: NewAppointment) =>
    (await callApi(createOwnAppointment, toInput(form))).data.appointmentId;
  return <NewAppointments title="Termin erstellen" asAdmin={false} create={create} />;
}
