import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Suspense, useRef, useState } from 'react';
import { getWebhooks, testWebhook, type Webhook } from '../../features/webhooks/contract.ts';
import { isDelivered, webhookEvents } from '../../features/webhooks/rules.ts';
import { germanMoment, wallClock } from '../../shared/berlin.ts';
import { callApi, errorMessageOf, isSessionEndedError } from '../../web/calls/api.ts';
import { invalidate, useApiQuery } from '../../web/calls/apiQuery.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { toast } from '../../web/toasts/toast.ts';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import { entryRow } from '../../web/ui/fields/entryRow.ts';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import { StateChip } from '../../web/ui/notices/StateChip.tsx';
import { describeOutcome, eventTexts } from './eventTexts.ts';
import { InterfaceSection } from './InterfaceSection.tsx';
import type { ShownSecret } from './WebhookDialog.tsx';

const WebhookDialog = lazyComponent('WebhookDialog', () => import('./WebhookDialog.tsx'));
const DeliveriesDialog = lazyComponent('DeliveriesDialog', () => import('./DeliveriesDialog.tsx'));

/** What is open beside the list: the form of a webhook (null for a new one), or its deliveries. */
type Open = { what: 'form'; webhook: Webhook | null } | { what: 'deliveries'; webhook: Webhook };

/** 'Webhooks': lists them, with buttons to create, change and test them and to see what was delivered. */
export function WebhooksSection() {
  const webhooks = useApiQuery(getWebhooks, {});
  const [open, setOpen] = useState<Open | null>(null);
  const [secret, setSecret] = useState<ShownSecret | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const close = () => setOpen(null);
  const shown = webhooks.data?.data ?? [];
  /** The webhook as it is now: a failure may have switched it off meanwhile. */
  const current = (webhook: Webhook) => shown.find(({ webhookId }) => webhookId === webhook.webhookId) ?? webhook;
  return (
    <InterfaceSection
      id="webhooks"
      title="Webhooks"
      explanation={
        'Ein Webhook teilt einem anderen Programm gleich mit, was hier geschieht: nur Nummern und Zeiten, keine Namen ' +
        'und keine Texte. Jede Mitteilung ist signiert (Standard Webhooks) und wird wiederholt, bis sie angekommen ist.'
      }
      list={webhooks}
      createLabel="Neuer Webhook"
      onCreate={() => setOpen({ what: 'form', webhook: null })}
      secret={
        secret && {
          title: `Das Geheimnis für ${secret.url} wird nur jetzt gezeigt`,
          hint: 'Trag es im anderen Programm ein. Damit prüft es, dass eine Mitteilung von hier kommt.',
          ...{ label: 'Geheimnis', value: secret.secret, subject: 'Das Geheimnis', pronoun: 'es' },
        }
      }
    >
      {shown.length > 0 && (
        <Box component="ul" ref={list} tabIndex={-1} sx={{ listStyle: 'none', m: 0, mt: 5, p: 0, outline: 'none' }}>
          {shown.map((webhook) => (
            <Row
              key={webhook.webhookId}
              webhook={webhook}
              onEdit={() => setOpen({ what: 'form', webhook })}
              onShowDeliveries={() => setOpen({ what: 'deliveries', webhook })}
            />
          ))}
        </Box>
      )}
      {open && (
        <Suspense fallback={<LoadingNotice />}>
          {open.what === 'form' && (
            <WebhookDialog
              webhook={open.webhook}
              onClosed={(outcome) => {
                close();
                if (!outcome) return;
                setSecret(outcome === 'deleted' ? null : outcome);
                if (outcome === 'deleted') list.current?.focus();
              }}
            />
          )}
          {open.what === 'deliveries' && <DeliveriesDialog webhook={current(open.webhook)} onClosed={close} />}
        </Suspense>
      )}
    </InterfaceSection>
  );
}

interface RowProps {
  webhook: Webhook;
  onEdit: () => void;
  onShowDeliveries: () => void;
}

function Row({ webhook, onEdit, onShowDeliveries }: RowProps) {
  const { webhookId, url, events, active } = webhook;
  const [isTesting, setTesting] = useState(false);
  // A test is no delivery, so only this page knows of it.
  const [lastTest, setLastTest] = useState<string | null>(null);
  const test = async () => {
    setTesting(true);
    try {
      const { data } = await callApi(testWebhook, { webhookId });
      const outcome = describeOutcome(data);
      const show = isDelivered(data.status) ? toast.success : toast.error;
      show(outcome, 'webhook');
      setLastTest(`Test um ${wallClock(new Date()).time} Uhr: ${outcome}`);
      await invalidate(getWebhooks);
    } catch (error) {
      if (!isSessionEndedError(error)) toast.error(errorMessageOf(error), 'webhook');
    } finally {
      setTesting(false);
    }
  };
  return (
    <Box component="li" tabIndex={-1} data-entry sx={entryRow}>
      <Box sx={{ flex: '1 1 300px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere', hyphens: 'manual' }}>{url}</Typography>
        <Typography variant="body2">
          {events.length === webhookEvents.length
            ? 'Alle Ereignisse'
            : events.map((event) => eventTexts[event]).join(', ')}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
          {describeState(webhook)}
          {lastTest && (
            <>
              <br />
              {lastTest}
            </>
          )}
        </Typography>
        {!active && <StateChip tone="plain">aus</StateChip>}
        {active && webhook.failingSince && <StateChip tone="error">kommt nicht an</StateChip>}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <Button variant="outlined" aria-label={`Bearbeiten ${url}`} onClick={onEdit}>
          Bearbeiten
        </Button>
        <Button variant="outlined" aria-label={`Zustellungen an ${url}`} onClick={onShowDeliveries}>
          Zustellungen
        </Button>
        <BusyButton
          variant="outlined"
          aria-label={`Testen ${url}`}
          busy={isTesting}
          busyText="Sendet..."
          onClick={() => void test()}
        >
          Testen
        </BusyButton>
      </Box>
    </Box>
  );
}

/** Says when which event was delivered last, and since when none has been. */
function describeState({ failingSince, lastDeliveredAt, lastDeliveredType }: Webhook): string {
  const type = lastDeliveredType ? `, ${eventTexts[lastDeliveredType]}` : '';
  const last = lastDeliveredAt
    ? `Zuletzt zugestellt: ${germanMoment(new Date(lastDeliveredAt))}${type}.`
    : 'Noch nichts zugestellt.';
  return failingSince ? `${last} Fehlgeschlagen seit ${germanMoment(new Date(failingSince))}.` : last;
}
