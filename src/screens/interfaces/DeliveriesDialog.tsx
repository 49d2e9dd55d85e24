import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import {
  getDeliveries,
  getWebhooks,
  resendDelivery,
  type Delivery,
  type Webhook,
} from '../../features/webhooks/contract.ts';
import { webhookLimits } from '../../features/webhooks/rules.ts';
import { germanMoment } from '../../shared/berlin.ts';
import { formatCount } from '../../shared/german.ts';
import { useBackCloses } from '../../web/address/useBackCloses.ts';
import { callApi, errorMessageOf, isSessionEndedError } from '../../web/calls/api.ts';
import { invalidate, useApiQuery } from '../../web/calls/apiQuery.ts';
import { toast } from '../../web/toasts/toast.ts';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import { entryRow } from '../../web/ui/fields/entryRow.ts';
import { EmptyState } from '../../web/ui/notices/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { StateChip, type Tone } from '../../web/ui/notices/StateChip.tsx';
import { Pager } from '../../web/ui/tables/Pager.tsx';
import { codeBlock } from './codeBlock.ts';
import { isBeingSent, pauseUntilRefresh } from './deliveryStates.ts';
import { describeOutcome, eventTexts } from './eventTexts.ts';

interface Props {
  webhook: Webhook;
  /** Called when the dialog has disappeared after its transition. */
  onClosed: () => void;
}

/**
 * What was sent to a webhook in the last 30 days, newest first, with a button to send each again. While something waits
 * the list is refreshed, and with it the list of the webhooks.
 */
export default function DeliveriesDialog({ webhook: { webhookId, url, active }, onClosed }: Props) {
  const [open, setOpen] = useState(true);
  useBackCloses(open, () => setOpen(false));
  const [page, setPage] = useState(1);
  // Those whose resending has been requested, until the list says what became of it.
  const [requested, setRequested] = useState<readonly string[]>([]);
  const deliveries = useApiQuery(
    getDeliveries,
    { webhookId, page },
    {
      keepPrevious: true,
      refetchInterval: ({ state }) => open && pauseUntilRefresh(state.data?.data ?? [], { active, now: Date.now() }),
    },
  );
  const { data: shown = [], meta } = deliveries.data ?? {};
  const total = meta?.total ?? 0;
  const size = webhookLimits.deliveriesPerPage;
  const outcomes = shown.map(({ attempts, status }) => `${attempts} ${status}`).join();
  useEffect(() => {
    if (outcomes) void invalidate(getWebhooks);
  }, [outcomes]);
  const resend = async (deliveryId: string) => {
    setRequested((ids) => [...ids, deliveryId]);
    try {
      await callApi(resendDelivery, { deliveryId });
      toast.success('Die Mitteilung wird noch einmal gesendet.', 'webhook');
    } catch (error) {
      if (!isSessionEndedError(error)) toast.error(errorMessageOf(error), 'webhook');
    }
    await invalidate(getDeliveries);
    setRequested((ids) => ids.filter((id) => id !== deliveryId));
  };
  return (
    <Dialog
      open={open}
      onClose={() => setOpen(false)}
      fullWidth
      maxWidth="md"
      aria-labelledby="deliveries-title"
      slotProps={{ transition: { onExited: onClosed } }}
    >
      <DialogTitle id="deliveries-title">Zustellungen</DialogTitle>
      <DialogContent>
        <Typography sx={{ color: 'text.secondary', overflowWrap: 'anywhere', mb: 3 }}>
          An {url}, in den letzten 30 Tagen
        </Typography>
        {deliveries.isError && <ErrorNotice error={deliveries.error} retry={() => void deliveries.refetch()} />}
        {deliveries.isPending && <Loading blocks={3} height={60} />}
        {deliveries.data && total === 0 && (
          <EmptyState picture="lens" title="Noch ist nichts geschehen, was dieser Webhook mitteilt.">
            Mit „Testen“ siehst du, ob das andere Programm antwortet.
          </EmptyState>
        )}
        {shown.length > 0 && (
          <Box component="ul" aria-label="Zustellungen" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {shown.map((delivery) => (
              <Row
                key={delivery.deliveryId}
                delivery={delivery}
                isSending={
                  requested.includes(delivery.deliveryId) ||
                  isBeingSent(delivery, { active, now: deliveries.dataUpdatedAt })
                }
                onResend={() => void resend(delivery.deliveryId)}
              />
            ))}
          </Box>
        )}
        <Pager
          label="Zustellungen"
          page={page}
          pageCount={Math.max(1, Math.ceil(total / size))}
          offset={(page - 1) * size}
          shownCount={shown.length}
          total={total}
          onChange={setPage}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={() => setOpen(false)}>Schließen</Button>
      </DialogActions>
    </Dialog>
  );
}

const states: Record<Delivery['status'], { tone: Tone; text: string }> = {
  delivered: { tone: 'success', text: 'zugestellt' },
  waiting: { tone: 'warning', text: 'wartet' },
  failed: { tone: 'error', text: 'gescheitert' },
};

interface RowProps {
  delivery: Delivery;
  isSending: boolean;
  onResend: () => void;
}

function Row({ delivery, isSending, onResend }: RowProps) {
  const { type, at, attempts, status, httpStatus, nextAt, body, answer, error } = delivery;
  const name = `${eventTexts[type]}, ${germanMoment(new Date(at))}`;
  const facts = [
    attempts === 0 ? 'Noch kein Versuch' : formatCount(attempts, 'Versuch', 'Versuche'),
    ...(nextAt && !isSending ? [`nächster Versuch ${germanMoment(new Date(nextAt))}`] : []),
  ];
  return (
    <Box component="li" data-entry sx={entryRow}>
      <Box sx={{ flex: '1 1 280px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }}>{eventTexts[type]}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {germanMoment(new Date(at))}
          <br />
          {facts.join(', ')}
        </Typography>
      </Box>
      <Box aria-live="polite">
        <StateChip tone={isSending ? 'warning' : states[status].tone}>
          {isSending ? 'wird gesendet' : states[status].text}
        </StateChip>
      </Box>
      <Box component="details" sx={{ flexBasis: '100%', '& summary': { cursor: 'pointer', py: 1 } }}>
        <summary>Inhalt und Antwort</summary>
        <Box component="pre" tabIndex={0} aria-label="Inhalt" sx={codeBlock}>
          {JSON.stringify(JSON.parse(body), null, 2)}
        </Box>
        <Typography variant="body2">
          {attempts === 0 ? 'Noch keine Antwort.' : describeOutcome({ status: httpStatus, error })}
        </Typography>
        {answer && (
          <Box component="pre" tabIndex={0} aria-label="Antwort" sx={codeBlock}>
            {answer}
          </Box>
        )}
      </Box>
      {(status !== 'waiting' || attempts > 0) && (
        <BusyButton variant="outlined" aria-label={`Erneut senden: ${name}`} busy={isSending} onClick={onResend}>
          Erneut senden
        </BusyButton>
      )}
    </Box>
  );
}
