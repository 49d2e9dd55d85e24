import Card from '@mui/material/Card';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../web/chunk.ts';
import { useNow } from '../../web/clock.ts';
import { renew } from '../../web/query.ts';
import { Loading } from '../../web/ui/Loading.tsx';
import { PageHeader } from '../../web/ui/PageHeader.tsx';
import { dailyPlan, fullOverview, ownOverview } from '../contract.ts';
import { CreatedList, type Created } from './CreatedList.tsx';
import { isDirect, type NewAppointment } from './newAppointment.ts';

const AppointmentForm = lazyPart('AppointmentForm', () => import('./AppointmentForm.tsx'));

/** How many of the last created appointments stay in sight. */
const kept = 10;

interface Props {
  title: string;
  /** With a coach to be chosen. */
  asAdmin: boolean;
  /** Creates the appointment and answers its id; throws what the server refused it with. */
  create: (form: NewAppointment) => Promise<number>;
}

/** Appointments created one after another, the last ones below the form (spec coach §2). */
export function NewAppointments({ title, asAdmin, create }: Props) {
  const [created, setCreated] = useState<Created[]>([]);
  const { date: today } = useNow();

  const createNext = async (form: NewAppointment) => {
    const id = await create(form);
    const { type, date, fromTime: start, tillTime: end } = form;
    const coach = form.coach?.label ?? '';
    const participant = isDirect(form) ? (form.participant?.fullName ?? '') : '';
    setCreated((before) => [{ id, type, date, start, end, coach, participant }, ...before].slice(0, kept));
    void renew(ownOverview, fullOverview, dailyPlan);
  };
  return (
    <>
      <PageHeader title={title}>
        Nach jedem Termin steht der nächste Zeitraum gleicher Länge schon da. Die Eingabetaste erstellt den Termin.
      </PageHeader>
      <Card sx={{ p: { xs: 4, sm: 6 }, overflow: 'visible' }}>
        <Suspense fallback={<Loading blocks={asAdmin ? 4 : 3} height={56} />}>
          <AppointmentForm asAdmin={asAdmin} today={today} create={createNext} />
        </Suspense>
      </Card>
      <CreatedList
        asAdmin={asAdmin}
        created={created}
        onDeleted={(id) => setCreated((before) => before.filter((appointment) => appointment.id !== id))}
      />
    </>
  );
}
