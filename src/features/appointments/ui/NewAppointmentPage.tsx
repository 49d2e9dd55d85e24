import { ask } from '../../web/api.ts';
import { createOwnAppointment } from '../contract.ts';
import { asInput, type NewAppointment } from './newAppointment.ts';
import { NewAppointments } from './NewAppointments.tsx';

/** A coach's own appointments (spec coach §2). */
export default function NewAppointmentPage() {
  const create = async (form: NewAppointment) => (await ask(createOwnAppointment, asInput(form))).data.appointmentId;
  return <NewAppointments title="Termin erstellen" asAdmin={false} create={create} />;
}
