import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getWebhooks,
  renewWebhookSecret,
  type Webhook,
} from '../../features/webhooks/contract.ts';
import { webhookEvents, webhookLimits, type WebhookEvent } from '../../features/webhooks/rules.ts';
import { callApi, CallError } from '../../web/calls/api.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { useSubmit } from '../../web/calls/useSubmit.ts';
import { toast } from '../../web/toasts/toast.ts';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import { TwoStepButton } from '../../web/ui/buttons/TwoStepButton.tsx';
import { FormDialog } from '../../web/ui/dialogs/FormDialog.tsx';
import { PlainSwitch } from '../../web/ui/fields/PlainSwitch.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Consequence } from '../../web/ui/notices/Consequence.tsx';
import { EventFields } from './EventFields.tsx';
import { useFocusOnError } from './useFocusOnError.ts';

/** A secret that was just created, for the webhook with this address. */
export interface ShownSecret {
  url: string;
  secret: string;
}

interface Props {
  /** Null for a new webhook. */
  webhook: Webhook | null;
  /** Called when the dialog has disappeared after its transition. */
  onClosed: (outcome: ShownSecret | 'deleted' | null) => void;
}

/** The form of a webhook. One that exists can also get a new secret, or be deleted. */
export default function WebhookDialog({ webhook, onClosed }: Props) {
  const [open, setOpen] = useState(true);
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? []);
  const [active, setActive] = useState(webhook?.active ?? true);
  const [outcome, setOutcome] = useState<ShownSecret | 'deleted' | null>(null);
  /** Runs an action, and closes the dialog with its outcome. */
  const {
    busy,
    failure,
    submit: run,
  } = useSubmit(async (action: () => Promise<ShownSecret | 'deleted' | null>) => {
    setOutcome(await action());
    await invalidate(getWebhooks);
    setOpen(false);
  });
  const fields = useFocusOnError(failure);
  const refusal = failure instanceof CallError ? failure : null;
  const errorAt = (path: string) => refusal?.errors.find((error) => error.path === path)?.message;
  const urlError = refusal?.code === 'forbiddenAddress' ? refusal.message : errorAt('url');
  const eventsError = errorAt('events');
  const hasChanged =
    url !== (webhook?.url ?? '') || active !== (webhook?.active ?? true) || !isSameSet(events, webhook?.events ?? []);

  const save = () =>
    run(async () => {
      const input = { url: url.trim(), events: [...events] };
      if (!webhook) return { url: input.url, secret: (await callApi(createWebhook, input)).data.secret };
      await callApi(changeWebhook, { webhookId: webhook.webhookId, ...input, active });
      toast.success('Der Webhook ist geändert.', 'webhook');
      return null;
    });
  const renewSecret = ({ webhookId, url: address }: Webhook) =>
    run(async () => ({ url: address, secret: (await callApi(renewWebhookSecret, { webhookId })).data.secret }));
  const remove = ({ webhookId }: Webhook) =>
    run(async () => {
      await callApi(deleteWebhook, { webhookId });
      toast.success('Der Webhook ist gelöscht.', 'webhook');
      return 'deleted';
    });

  return (
    <FormDialog
      title={webhook ? 'Webhook bearbeiten' : 'Neuer Webhook'}
      maxWidth="md"
      open={open}
      busy={busy}
      isChanged={hasChanged}
      onSubmit={save}
      onClose={() => setOpen(false)}
      onClosed={() => onClosed(outcome)}
      submitLabel={webhook ? 'Speichern' : 'Anlegen'}
      busyText="Einen Moment..."
    >
      <Box ref={fields} sx={{ display: 'grid', gap: 5, pt: 2 }}>
        {failure !== null && !urlError && !eventsError && <ErrorNotice error={failure} />}
        <TextField
          fullWidth
          required
          autoFocus={!webhook}
          type="url"
          label="Adresse"
          value={url}
          onChange={({ target }) => setUrl(target.value)}
          error={Boolean(urlError)}
          helperText={
            urlError ?? 'Wohin das Portal sendet: mit https, oder an einen Host, den die Betreiberin freigegeben hat.'
          }
          slotProps={{ htmlInput: { maxLength: webhookLimits.url, spellCheck: false } }}
        />
        <EventFields
          chosen={events}
          error={eventsError}
          onChange={(changed, isChosen) =>
            setEvents(webhookEvents.filter((event) => (changed.includes(event) ? isChosen : events.includes(event))))
          }
        />
        {webhook && (
          <>
            <div>
              <PlainSwitch checked={active} onChange={setActive}>
                Eingeschaltet
              </PlainSwitch>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                Solange er aus ist, kommt nichts dazu. Was schon wartet, geht danach weiter.
              </Typography>
            </div>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
              <div>
                <BusyButton
                  variant="outlined"
                  disabledReason={hasChanged ? 'Bitte speichere zuerst deine Änderungen.' : null}
                  onClick={() => void renewSecret(webhook)}
                >
                  Neues Geheimnis
                </BusyButton>
              </div>
              <TwoStepButton
                itemName="Webhook"
                onConfirm={() => void remove(webhook)}
                whenArmed={
                  <Consequence>
                    Was noch wartet, wird nicht mehr gesendet. Die Liste der Zustellungen wird gelöscht.
                  </Consequence>
                }
              >
                Löschen
              </TwoStepButton>
            </Box>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              Nach einem neuen Geheimnis signiert das alte noch 24 Stunden mit.
            </Typography>
          </>
        )}
      </Box>
    </FormDialog>
  );
}

const isSameSet = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((item) => b.includes(item));
