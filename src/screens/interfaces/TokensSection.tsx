import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Suspense, useRef, useState } from 'react';
import { getTokens, revokeToken, type Token } from '../../features/tokens/contract.ts';
import { germanDay, germanMoment } from '../../shared/berlin.ts';
import { callApi, errorMessageOf, isSessionEndedError } from '../../web/calls/api.ts';
import { invalidate, useApiQuery } from '../../web/calls/apiQuery.ts';
import { useNow } from '../../web/clock.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { toast } from '../../web/toasts/toast.ts';
import { MoreButton } from '../../web/ui/buttons/MoreButton.tsx';
import { TwoStepButton } from '../../web/ui/buttons/TwoStepButton.tsx';
import { useShowMoreWithFocus } from '../../web/ui/buttons/useFocusOnMore.ts';
import { CopyField } from '../../web/ui/fields/CopyField.tsx';
import { entryRow } from '../../web/ui/fields/entryRow.ts';
import { Section } from '../../web/ui/layout/Section.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { StateChip } from '../../web/ui/notices/StateChip.tsx';
import { describeCall } from './callTexts.ts';
import type { CreatedToken } from './NewTokenDialog.tsx';
import { scopeTexts } from './scopes.ts';

const NewTokenDialog = lazyComponent('NewTokenDialog', () => import('./NewTokenDialog.tsx'));

const noTokens: Token[] = [];

/** 'Zugangsschlüssel': lists the tokens of other systems, with buttons to create and revoke them. */
export function TokensSection() {
  const tokens = useApiQuery(getTokens, {});
  const list = useRef<HTMLUListElement>(null);
  const { shownItems, showMore } = useShowMoreWithFocus(list, tokens.data?.data ?? noTokens, 20);
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedToken | null>(null);
  const { date: today } = useNow();

  const revoke = async (tokenId: number) => {
    try {
      await callApi(revokeToken, { tokenId });
      toast.success('Der Zugangsschlüssel ist gesperrt.', 'token');
    } catch (error) {
      if (isSessionEndedError(error)) return;
      toast.error(errorMessageOf(error), 'token');
    }
    await invalidate(getTokens);
  };

  return (
    <Section id="zugangsschluessel" title="Zugangsschlüssel">
      <Typography sx={{ maxWidth: '60ch', mb: 4 }}>
        Ein Programm weist sich mit einem Zugangsschlüssel aus und darf nur, was du dafür auswählst. Was es ändert,
        steht mit dem Namen des Schlüssels im Protokoll. Gib jedem Programm seinen eigenen.
      </Typography>
      {tokens.isError && <ErrorNotice error={tokens.error} retry={() => void tokens.refetch()} />}
      {tokens.isPending && <Loading blocks={2} height={60} />}
      {tokens.data && (
        <Button variant="contained" onClick={() => setCreating(true)}>
          Neuer Zugangsschlüssel
        </Button>
      )}
      {created && (
        <Box sx={{ mt: 5 }}>
          <Notice kind="warning" title={`Der Schlüssel für „${created.name}“ wird nur jetzt gezeigt`}>
            Trag ihn im Programm ein. Wer ihn kennt, darf dasselbe wie das Programm.
          </Notice>
          <CopyField
            key={created.token}
            label="Zugangsschlüssel"
            value={created.token}
            copyLabel="Kopieren"
            subject="Der Zugangsschlüssel"
            pronoun="ihn"
          />
        </Box>
      )}
      {shownItems.length > 0 && (
        <Box component="ul" ref={list} tabIndex={-1} sx={{ listStyle: 'none', m: 0, mt: 5, p: 0 }}>
          {shownItems.map((token) => (
            <Row key={token.tokenId} token={token} today={today} onRevoke={() => void revoke(token.tokenId)} />
          ))}
        </Box>
      )}
      <MoreButton showMore={showMore} />
      {isCreating && (
        <Suspense fallback={<LoadingNotice />}>
          <NewTokenDialog
            today={today}
            onClosed={(newToken) => {
              setCreating(false);
              if (newToken) setCreated(newToken);
            }}
          />
        </Suspense>
      )}
    </Section>
  );
}

function Row({ token, today, onRevoke }: { token: Token; today: string; onRevoke: () => void }) {
  const { name, scopes, createdAt, createdBy, expiresOn, revokedAt } = token;
  const isExpired = expiresOn < today;
  return (
    <Box component="li" tabIndex={-1} data-entry sx={entryRow}>
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography variant="body2">{scopes.map((scope) => scopeTexts[scope].name).join(', ')}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {describeLastUse(token)}
          <br />
          Gültig bis {germanDay(expiresOn)}, angelegt von {createdBy} am {germanMoment(new Date(createdAt))}
        </Typography>
      </Box>
      {revokedAt || isExpired ? (
        <StateChip tone="plain">{revokedAt ? 'gesperrt' : 'abgelaufen'}</StateChip>
      ) : (
        <TwoStepButton itemName={name} onConfirm={onRevoke}>
          Sperren
        </TwoStepButton>
      )}
    </Box>
  );
}

/** Says when a token was last used, and for what. */
function describeLastUse({ scopes, lastUsedAt, lastCall }: Token): string {
  if (!lastUsedAt) return 'Noch nicht benutzt';
  const last = `Zuletzt benutzt: ${germanMoment(new Date(lastUsedAt))}`;
  return lastCall ? `${last}, ${describeCall(lastCall, scopes)}` : last;
}
