import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Suspense, useEffect, useRef, useState } from 'react';
import { dateOf, germanDate } from '../../../../shared/berlin.ts';
import { callApi, isSessionEndedError } from '../../../../web/calls/api.ts';
import { invalidate, useApiQuery } from '../../../../web/calls/apiQuery.ts';
import { lazyComponent } from '../../../../web/lazyComponent.ts';
import { toast } from '../../../../web/toasts/toast.ts';
import { ErrorNotice } from '../../../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../../../web/ui/notices/Loading.tsx';
import { Notice } from '../../../../web/ui/notices/Notice.tsx';
import { LoadingNotice } from '../../../../web/ui/notices/LoadingNotice.tsx';
import { Section } from '../../../../web/ui/layout/Section.tsx';
import { TwoStepButton } from '../../../../web/ui/buttons/TwoStepButton.tsx';
import { getErasureRequest, withdrawErasure, type OwnRequest } from '../contract.ts';

const RequestDialog = lazyComponent('RequestDialog', () => import('./RequestDialog.tsx'));

const dayOf = (instant: string) => germanDate(dateOf(new Date(instant)));

/** 'Meine Daten löschen lassen': the request for erasure, and its outcome (reference 13.6). */
export function ErasureSection() {
  const query = useApiQuery(getErasureRequest, {});
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const request = query.data?.data;
  const isRequestOpen = request?.answer === null;
  const { button, requestText, moveFocusOnReplacement } = useFocusOnReplacement(isRequestOpen);
  const withdraw = async () => {
    setFailure(null);
    try {
      await callApi(withdrawErasure, {});
      toast.success('Dein Antrag ist zurückgezogen.', 'erasure');
      moveFocusOnReplacement();
      await invalidate(getErasureRequest);
    } catch (error) {
      if (!isSessionEndedError(error)) setFailure(error);
    }
  };
  return (
    <Section id="loeschen" title="Meine Daten löschen lassen">
      {query.isError && <ErrorNotice error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Loading blocks={1} height={120} />}
      {failure !== null && <ErrorNotice error={failure} />}
      {request && isRequestOpen && (
        <>
          <Typography ref={requestText} tabIndex={-1} sx={{ maxWidth: '60ch', mb: 4, outline: 'none' }}>
            Du hast am {dayOf(request.requestedAt)} beantragt, dass wir deine Daten löschen. Das Coaching-Team antwortet
            dir bis zum <strong>{germanDate(request.due)}</strong>. Bis dahin bleibt alles, wie es ist.
          </Typography>
          <TwoStepButton itemName="Löschantrag" color="primary" onConfirm={() => void withdraw()}>
            Zurückziehen
          </TwoStepButton>
        </>
      )}
      {query.isSuccess && !isRequestOpen && (
        <>
          {request?.answer && <Answer request={request} answer={request.answer} />}
          <Typography sx={{ maxWidth: '60ch', mb: 4 }}>
            Du kannst verlangen, dass wir dein Konto und deine Unterlagen löschen. Danach kannst du dich nicht mehr
            anmelden, und niemand kann etwas zurückholen. Das Coaching-Team antwortet dir innerhalb eines Monats.
          </Typography>
          <Button ref={button} variant="outlined" color="error" onClick={() => setIsDialogOpen(true)}>
            Löschung beantragen
          </Button>
        </>
      )}
      {isDialogOpen && (
        <Suspense fallback={<LoadingNotice />}>
          <RequestDialog onRequested={moveFocusOnReplacement} onClosed={() => setIsDialogOpen(false)} />
        </Suspense>
      )}
    </Section>
  );
}

/** The team's answer to a closed request. */
function Answer({ request, answer }: { request: OwnRequest; answer: NonNullable<OwnRequest['answer']> }) {
  return (
    <Notice kind="info" title={`Dein Antrag vom ${dayOf(request.requestedAt)} wurde abgelehnt`}>
      <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{answer.reason}</Typography>
      <Typography variant="body2" sx={{ mt: 1 }}>
        Antwort vom {dayOf(answer.at)}
      </Typography>
    </Notice>
  );
}

/**
 * Returns refs of two elements that replace each other: the button that opens the dialog, and the text about the open
 * request (`requestText`). After a call of `moveFocusOnReplacement`, the next replacement moves the focus to the
 * element that appears.
 */
function useFocusOnReplacement(isRequestOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const requestText = useRef<HTMLParagraphElement>(null);
  const shouldFocus = useRef(false);
  useEffect(() => {
    if (!shouldFocus.current) return;
    shouldFocus.current = false;
    (isRequestOpen ? requestText.current : button.current)?.focus();
  }, [isRequestOpen]);
  return {
    button,
    requestText,
    moveFocusOnReplacement: () => {
      shouldFocus.current = true;
    },
  };
}
