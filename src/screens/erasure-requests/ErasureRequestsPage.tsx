import Box from '@mui/material/Box';
import { Suspense, useRef, useState } from 'react';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { lazyComponent, lazyOptionalComponent } from '../../web/lazyComponent.ts';
import { EmptyState } from '../../web/ui/notices/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { getErasureRequests, type OpenErasureRequest } from '../../features/own-data/erasure/contract.ts';

// These components are loaded after the page, because they are larger than the rest of the page.
const RequestTable = lazyComponent('RequestTable', () => import('./RequestTable.tsx'));
const FormerAdmins = lazyOptionalComponent('FormerAdmins', () => import('./FormerAdmins.tsx'));
const RefuseRequestDialog = lazyComponent('RefuseRequestDialog', () => import('./RefuseRequestDialog.tsx'));

/** /erasure-requests: who has requested erasure, and when the answer is due (reference 13.7). */
export default function ErasureRequestsPage() {
  const requests = useApiQuery(getErasureRequests, {});
  const [requestToRefuse, setRequestToRefuse] = useState<OpenErasureRequest | null>(null);
  const list = useRef<HTMLElement>(null);
  const formerAdmins = requests.data?.meta.formerAdmins ?? [];
  return (
    <>
      <PageHeader dense title="Löschanträge">
        Jeder Antrag muss bis zu seiner Frist beantwortet werden: die Person inaktivieren und anonymisieren, oder mit
        einer Begründung ablehnen, zum Beispiel weil Nachweise der Förderung aufbewahrt werden müssen.
      </PageHeader>
      {requests.isError && <ErrorNotice error={requests.error} retry={() => void requests.refetch()} />}
      {requests.isPending && <Loading blocks={3} height={24} />}
      {requests.data && (
        <Box component="section" ref={list} tabIndex={-1} aria-label="Offene Anträge" sx={{ outline: 'none' }}>
          {requests.data.data.length === 0 && (
            <EmptyState picture="lens" title="Es ist kein Löschantrag offen.">
              Neue Anträge stehen hier und auf der Willkommensseite.
            </EmptyState>
          )}
          {requests.data.data.length > 0 && (
            <Suspense fallback={<Loading blocks={requests.data.data.length} height={24} />}>
              <RequestTable requests={requests.data.data} onRefuse={setRequestToRefuse} />
            </Suspense>
          )}
        </Box>
      )}
      {formerAdmins.length > 0 && (
        <Box sx={{ mt: 10 }}>
          <Suspense fallback={<Loading blocks={1} height={160} />}>
            <FormerAdmins admins={formerAdmins} onErased={() => list.current?.focus()} />
          </Suspense>
        </Box>
      )}
      {requestToRefuse && (
        <Suspense fallback={<LoadingNotice />}>
          <RefuseRequestDialog
            request={requestToRefuse}
            onRefused={() => list.current?.focus()}
            onClosed={() => setRequestToRefuse(null)}
          />
        </Suspense>
      )}
    </>
  );
}
