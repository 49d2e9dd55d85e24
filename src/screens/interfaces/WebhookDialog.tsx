import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
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
import { findWebhookErrors, webhookEvents, webhookLimits, type WebhookEvent } from '../../features/webhooks/rules.ts';
import { callApi, CallError, isSessionEndedError } from '../../web/calls/api.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { toast } from '../../web/toasts/toast.ts';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import { TwoStepButton } from '../../web/ui/buttons/TwoStepButton.tsx';
import { FormDialog } from '../../web/ui/dialogs/FormDialog.tsx';
import { PlainSwitch } from '../../web/ui/fields/PlainSwitch.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { eventGroups, eventTexts } from './eventTexts.ts';

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
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isAtUrl = failure instanceof CallError && failure.code === 'forbiddenAddress';
  const hasChanged =
    url !== (webhook?.url ?? '') || active !== (webhook?.active ?? true) || !isSameSet(events, webhook?.events ?? []);

  /** Runs an action, and closes the dialog with its outcome. */
  const run = async (action: () => Promise<ShownSecret | 'deleted' | null>) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      setOutcome(await action());
      await invalidate(getWebhooks);
      setOpen(false);
    } catch (error) {
      if (!isSessionEndedError(error)) setFailure(error);
    } finally {
      setBusy(false);
    }
  };
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
  const toggle = (chosen: readonly WebhookEvent[], isChosen: boolean) =>
    setEvents(webhookEvents.filter((event) => (chosen.includes(event) ? isChosen : events.includes(event))));

  return (
    <FormDialog
      title={webhook ? 'Webhook bearbeiten' : 'Neuer Webhook'}
      open={open}
      busy={busy}
      isChanged={hasChanged}
      onSubmit={save}
      onClose={() => setOpen(false)}
      onClosed={() => onClosed(outcome)}
      submitLabel={webhook ? 'Speichern' : 'Anlegen'}
      busyText="Einen Moment..."
      disabledReason={findWebhookErrors({ url: url.trim(), events })[0]?.message ?? null}
    >
      <Box sx={{ display: 'grid', gap: 5, pt: 2 }}>
        {failure !== null && !isAtUrl && <ErrorNotice error={failure} />}
        <TextField
          fullWidth
          required
          autoFocus={!webhook}
          type="url"
          label="Adresse"
          value={url}
          onChange={({ target }) => {
            setUrl(target.value);
            setFailure(null);
          }}
          error={isAtUrl}
          helperText={isAtUrl ? failure.message : 'Wohin das Portal sendet, mit https.'}
          slotProps={{ htmlInput: { maxLength: webhookLimits.url, spellCheck: false } }}
        />
        {eventGroups.map(({ name, events: group }) => (
          <FormControl key={name} component="fieldset">
            <FormLabel component="legend">{name}</FormLabel>
            <FormControlLabel
              label="Alle"
              control={
                <Checkbox
                  checked={group.every((event) => events.includes(event))}
                  indeterminate={
                    group.some((event) => events.includes(event)) && !group.every((event) => events.includes(event))
                  }
                  onChange={({ target }) => toggle(group, target.checked)}
                />
              }
            />
            {group.map((event) => (
              <FormControlLabel
                key={event}
                label={eventTexts[event]}
                sx={{ pl: 5 }}
                control={
                  <Checkbox
                    checked={events.includes(event)}
                    onChange={({ target }) => toggle([event], target.checked)}
                  />
                }
              />
            ))}
          </FormControl>
        ))}
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
              <TwoStepButton itemName="Webhook" onConfirm={() => void remove(webhook)}>
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
