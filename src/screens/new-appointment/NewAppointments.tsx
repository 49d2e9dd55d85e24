import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { isDate } from '../../shared/berlin.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { useNow } from '../../web/clock.ts';
import { invalidate, useApiQuery } from '../../web/calls/apiQuery.ts';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { getCoachList } from '../../features/coaches/contract.ts';
import { getDailyPlan, getFullOverview, getOwnOverview } from '../../features/appointments/contract.ts';
import { onlyWithMouse } from '../../features/files/ui/pointerStyles.ts';
import { CreatedList, type CreatedAppointment } from './CreatedList.tsx';
import { isDirectBooking, type NewAppointment } from './newAppointment.ts';

const AppointmentForm = lazyComponent('AppointmentForm', () => import('./AppointmentForm.tsx'));

/** The maximum number of new appointments in the list. */
const maxListed = 10;

interface Props {
  title: string;
  /** Whether to offer the choice of a coach. */
  asAdmin: boolean;
  /** Creates the appointment and returns its id; throws the server's error. */
  create: (form: NewAppointment) => Promise<number>;
}

/** Creates appointments one after another, and lists the latest of them below the form (reference 7.2). */
export function NewAppointments({ title, asAdmin, create }: Props) {
  const [createdAppointments, setCreatedAppointments] = useState<CreatedAppointment[]>([]);
  const initialValues = useInitialValues(asAdmin);

  const createAndList = async (form: NewAppointment) => {
    const id = await create(form);
    const { type, date, fromTime: start, tillTime: end } = form;
    const coach = form.coach?.label ?? '';
    const participant = isDirectBooking(form) ? (form.participant?.fullName ?? '') : '';
    setCreatedAppointments((current) =>
      [{ id, type, date, start, end, coach, participant }, ...current].slice(0, maxListed),
    );
    void invalidate(getOwnOverview, getFullOverview, getDailyPlan);
  };
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <Button component={Link} to={asAdmin ? '/series-admin' : '/series-coach'}>
            Serie anlegen
          </Button>
        }
      >
        Nach jedem Termin steht der nächste Zeitraum gleicher Länge schon da.{' '}
        <Box component="span" sx={onlyWithMouse}>
          Die Eingabetaste erstellt den Termin.
        </Box>
      </PageHeader>
      <Card sx={{ p: { xs: 4, sm: 6 }, overflow: 'visible' }}>
        <Suspense fallback={<FormSkeleton asAdmin={asAdmin} />}>
          {initialValues ? (
            <AppointmentForm asAdmin={asAdmin} {...initialValues} create={createAndList} />
          ) : (
            <FormSkeleton asAdmin={asAdmin} />
          )}
        </Suspense>
      </Card>
      <CreatedList
        asAdmin={asAdmin}
        appointments={createdAppointments}
        onDeleted={(id) => setCreatedAppointments((current) => current.filter((appointment) => appointment.id !== id))}
      />
    </>
  );
}

/** A placeholder as tall as the form, so the list below it does not move. */
function FormSkeleton({ asAdmin }: { asAdmin: boolean }) {
  const minHeight = asAdmin ? { xs: 460, sm: 334 } : { xs: 386, sm: 260 };
  return <Loading blocks={asAdmin ? 4 : 3} height={56} minHeight={minHeight} />;
}

/**
 * Returns the initial day and coach from the URL (`tag`, and for admins `coach`), by default today and no coach;
 * null while the coach's name is loading. A past day is ignored.
 */
function useInitialValues(asAdmin: boolean) {
  const [params] = useSearchParams();
  const { date: today } = useNow();
  const coachId = asAdmin ? Number(params.get('coach')) : 0;
  const coaches = useApiQuery(getCoachList, {}, { staleTime: 60_000, enabled: coachId > 0 });
  if (coachId > 0 && coaches.isPending) return null;
  const dayParam = params.get('tag') ?? '';
  return {
    day: isDate(dayParam) && dayParam > today ? dayParam : today,
    coach: coaches.data?.data.find(({ value }) => value === coachId) ?? null,
  };
}
