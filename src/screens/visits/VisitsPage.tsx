import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { getDashboardData } from '../../features/dashboard/contract.ts';
import { Visits } from '../../features/dashboard/ui/Visits.tsx';

/** Statistics on the visits of the last 90 days, for example on browsers and screen sizes (reference 10.4). */
export default function VisitsPage() {
  const dashboard = useApiQuery(getDashboardData, {});
  return (
    <>
      <PageHeader dense title="Besuche">
        Gezählt wird jeder Aufruf der letzten 90 Tage, ohne einzelne Personen festzuhalten. Von einer Adresse bleibt nur
        das Netz.
      </PageHeader>
      {dashboard.isError && <ErrorNotice error={dashboard.error} retry={() => void dashboard.refetch()} />}
      {dashboard.isLoading && <Loading blocks={5} height={120} />}
      {dashboard.data && <Visits traffic={dashboard.data.data.traffic} />}
    </>
  );
}
