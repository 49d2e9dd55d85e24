import { ask } from '../../web/api.ts';
import { createAppointment } from '../contract.ts';
import { asInput, type NewAppointment } from './newAppointment.ts';
import { NewAppointments } from './NewAppointments.tsx';

/** Appointments of a coach whom an admin chooses (spec coach §2). */
export default function NewAppointmentForCoachPage() {
  const create = async (form: NewAppointment) =>
    (await ask(createAppointment, { ...asInput(form), coachId: form.coach?.value ?? null })).data.appointmentId;
  return <NewAppointments title="Termine erstellen" asAdmin create={create} />;
}
