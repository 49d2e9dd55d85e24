import Card from '@mui/material/Card';
import { Suspense, useState } from 'react';
import { ask } from '../../web/api.ts';
import { lazyPart } from '../../web/chunk.ts';
import { useNow } from '../../web/clock.ts';
import { renew } from '../../web/query.ts';
import { Loading } from '../../web/ui/Loading.tsx';
import { PageHeader } from '../../web/ui/PageHeader.tsx';
import { createOwnAppointment, dailyPlan, ownOverview } from '../contract.ts';
import { CreatedList, type Created } from './CreatedList.tsx';
import { asInput, isDirect, type NewAppointment } from './newAppointment.ts';

const AppointmentForm = lazyPart('AppointmentForm', () => import('./AppointmentForm.tsx'));

/** How many of the last created appointments stay in sight. */
const kept = 10;

/** A coach's own appointments, created one after another (spec coach §2). */
export default function NewAppointmentPage() {
  const [created, setCreated] = useState<Created[]>([]);
  const { date: today } = useNow();

  const create = async (form: NewAppointment) => {
    const { data } = await ask(createOwnAppointment, asInput(form));
    const { type, date, fromTime: start, tillTime: end, participant } = form;
    const booked = isDirect(form) ? (participant?.fullName ?? '') : '';
    const appointment = { id: data.appointmentId, type, date, start, end, participant: booked };
    setCreated((before) => [appointment, ...before].slice(0, kept));
    void renew(ownOverview, dailyPlan);
  };
  return (
    <>
      <PageHeader title="Termin erstellen">
        Nach jedem Termin steht der nächste Zeitraum gleicher Länge schon da. Die Eingabetaste erstellt den Termin.
      </PageHeader>
      <Card sx={{ p: { xs: 4, sm: 6 }, overflow: 'visible' }}>
        <Suspense fallback={<Loading blocks={3} height={56} />}>
          <AppointmentForm today={today} create={create} />
        </Suspense>
      </Card>
      <CreatedList
        created={created}
        onDeleted={(id) => setCreated((before) => before.filter((appointment) => appointment.id !== id))}
      />
    </>
  );
}
