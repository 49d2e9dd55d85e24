import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Suspense, useMemo, useRef, useState } from 'react';
import { germanMoment } from '../../../shared/berlin.ts';
import { callApi, errorMessageOf, isSessionEndedError } from '../../../web/calls/api.ts';
import { invalidate, useApiQuery } from '../../../web/calls/apiQuery.ts';
import { lazyComponent } from '../../../web/lazyComponent.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { BusyButton } from '../../../web/ui/buttons/BusyButton.tsx';
import { TwoStepButton } from '../../../web/ui/buttons/TwoStepButton.tsx';
import { useFocusAfterDelete } from '../../../web/ui/buttons/useFocusAfterDelete.ts';
import { entryRow } from '../../../web/ui/fields/entryRow.ts';
import { Section } from '../../../web/ui/layout/Section.tsx';
import { ErrorNotice } from '../../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../../web/ui/notices/Loading.tsx';
import { LoadingNotice } from '../../../web/ui/notices/LoadingNotice.tsx';
import { Notice } from '../../../web/ui/notices/Notice.tsx';
import { getPasskeys, removePasskey, type Passkey } from '../contract.ts';
import { maxPasskeys } from '../rules.ts';
import { canUsePasskeys } from './passkeys.ts';
import { usePasskeyCreation } from './usePasskeyCreation.ts';

const PasskeyProofDialog = lazyComponent('PasskeyProofDialog', () => import('./PasskeyProofDialog.tsx'));
const RenamePasskeyDialog = lazyComponent('RenamePasskeyDialog', () => import('./RenamePasskeyDialog.tsx'));

const noPasskeys: Passkey[] = [];

const removedMessage = 'Der Passkey ist entfernt. Lösche ihn auch auf deinem Gerät, sonst bietet es ihn weiter an.';

/** 'Passkeys': lists the person's passkeys, with buttons to create, rename and remove them. */
export default function PasskeysSection() {
  const answer = useApiQuery(getPasskeys, {});
  const passkeys = answer.data?.data.passkeys ?? noPasskeys;
  const list = useRef<HTMLUListElement>(null);
  const ids = useMemo(() => passkeys.map(({ passkeyId }) => passkeyId), [passkeys]);
  const moveFocusAfterRemoval = useFocusAfterDelete(list, ids);
  const [renamed, setRenamed] = useState<Passkey | null>(null);
  const creation = usePasskeyCreation();

  const remove = async (passkeyId: number) => {
    try {
      await callApi(removePasskey, { passkeyId });
      toast.success(removedMessage, 'passkey');
      moveFocusAfterRemoval(passkeyId);
    } catch (error) {
      if (isSessionEndedError(error)) return;
      toast.error(errorMessageOf(error), 'passkey');
    }
    // The list is also fetched again after a failure, since the passkey may be gone already.
    await invalidate(getPasskeys);
  };

  return (
    <Section id="passkeys" title="Passkeys">
      <Typography sx={{ maxWidth: '60ch', mb: 3 }}>
        Mit einem Passkey meldest du dich mit Fingerabdruck, Gesicht oder der PIN deines Geräts an, ganz ohne Passwort.
        Leg ihn nur auf einem Gerät an, das dir gehört. Dein Passwort gilt weiter.
      </Typography>
      {answer.isError && <ErrorNotice error={answer.error} retry={() => void answer.refetch()} />}
      {answer.isPending && <Loading blocks={1} height={60} />}
      {passkeys.length > 0 && (
        <Box component="ul" ref={list} tabIndex={-1} sx={{ listStyle: 'none', m: 0, p: 0, mb: 4 }}>
          {passkeys.map((passkey) => (
            <Row
              key={passkey.passkeyId}
              passkey={passkey}
              onRename={() => setRenamed(passkey)}
              onRemove={() => void remove(passkey.passkeyId)}
            />
          ))}
        </Box>
      )}
      {creation.failure && (
        <Notice kind="info" announced>
          {creation.failure}
        </Notice>
      )}
      {answer.data &&
        (canUsePasskeys() ? (
          <BusyButton
            variant="outlined"
            busy={creation.busy}
            busyText="Einen Moment..."
            disabledReason={
              passkeys.length < maxPasskeys ? null : 'Mehr als zehn gehen nicht. Entferne zuerst einen Passkey.'
            }
            onClick={() => void creation.create()}
          >
            Passkey anlegen
          </BusyButton>
        ) : (
          <Typography sx={{ color: 'text.secondary' }}>Dieser Browser kann hier keine Passkeys anlegen.</Typography>
        ))}
      <Suspense fallback={<LoadingNotice />}>
        {creation.isPasswordNeeded && (
          <PasskeyProofDialog onSubmit={creation.createWithPassword} onClosed={creation.closeQuestion} />
        )}
        {renamed && <RenamePasskeyDialog passkey={renamed} onClosed={() => setRenamed(null)} />}
      </Suspense>
    </Section>
  );
}

interface RowProps {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}

function Row({ passkey: { name, createdAt, lastUsedAt, synced }, onRename, onRemove }: RowProps) {
  return (
    <Box component="li" tabIndex={-1} data-entry sx={entryRow}>
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Angelegt: {germanMoment(new Date(createdAt))}
          <br />
          {lastUsedAt ? `Zuletzt benutzt: ${germanMoment(new Date(lastUsedAt))}` : 'Noch nicht benutzt'}
          <br />
          {synced
            ? 'Wird zwischen deinen Geräten abgeglichen'
            : 'Liegt nur auf dem Gerät, auf dem du ihn angelegt hast'}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <Button variant="outlined" aria-label={`Umbenennen ${name}`} onClick={onRename}>
          Umbenennen
        </Button>
        <TwoStepButton itemName={name} onConfirm={onRemove}>
          Entfernen
        </TwoStepButton>
      </Box>
    </Box>
  );
}
