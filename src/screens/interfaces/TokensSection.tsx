import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense, useRef, useState } from 'react';
import { getTokens, revokeToken, type Token } from '../../features/tokens/contract.ts';
import { hasEndedBefore } from '../../features/tokens/rules.ts';
import { addDays, germanDay, germanMoment } from '../../shared/berlin.ts';
import { callApi, errorMessageOf, isSessionEndedError } from '../../web/calls/api.ts';
import { invalidate, useApiQuery } from '../../web/calls/apiQuery.ts';
import { useNow } from '../../web/clock.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { toast } from '../../web/toasts/toast.ts';
import { MoreButton } from '../../web/ui/buttons/MoreButton.tsx';
import { TwoStepButton } from '../../web/ui/buttons/TwoStepButton.tsx';
import { useShowMoreWithFocus } from '../../web/ui/buttons/useFocusOnMore.ts';
import { entryRow } from '../../web/ui/fields/entryRow.ts';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import { StateChip } from '../../web/ui/notices/StateChip.tsx';
import { describeCall } from './callTexts.ts';
import { Consequence } from '../../web/ui/notices/Consequence.tsx';
import { InterfaceSection } from './InterfaceSection.tsx';
import type { CreatedToken } from './NewTokenDialog.tsx';
import { scopeTexts } from './scopes.ts';

const NewTokenDialog = lazyComponent('NewTokenDialog', () => import('./NewTokenDialog.tsx'));

const noTokens: Token[] = [];

/** For how many days a token that has ended stays among the live ones. */
const daysShownAfterEnd = 7;

/** 'Zugangsschlüssel': lists the tokens of other systems, with buttons to create and revoke them. */
export function TokensSection() {
  const tokens = useApiQuery(getTokens, {});
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedToken | null>(null);
  const { date: today } = useNow();
  const firstDay = addDays(today, -daysShownAfterEnd);
  const all = tokens.data?.data ?? noTokens;
  const shown = all.filter((token) => !hasEndedBefore(token, firstDay));

  const revoke = async (tokenId: number) => {
    try {
      await callApi(revokeToken, { tokenId });
      setCreated((shown) => (shown?.tokenId === tokenId ? null : shown));
      toast.success('Der Zugangsschlüssel ist gesperrt.', 'token');
    } catch (error) {
      if (isSessionEndedError(error)) return;
      toast.error(errorMessageOf(error), 'token');
    }
    await invalidate(getTokens);
  };

  return (
    <InterfaceSection
      id="zugangsschluessel"
      title={'Zugangs\u00ADschlüssel'}
      explanation={
        'Ein Programm weist sich mit einem Zugangsschlüssel aus und darf nur, was du dafür auswählst. Was es ändert, ' +
        'steht mit dem Namen des Schlüssels im Protokoll. Gib jedem Programm seinen eigenen.'
      }
      list={tokens}
      createLabel="Neuer Zugangsschlüssel"
      onCreate={() => setCreating(true)}
      secret={
        created && {
          title: `Der Schlüssel für „${created.name}“ wird nur jetzt gezeigt`,
          hint: 'Trag ihn im Programm ein. Wer ihn kennt, darf dasselbe wie das Programm.',
          ...{ label: 'Zugangsschlüssel', value: created.token, subject: 'Der Zugangsschlüssel', pronoun: 'ihn' },
        }
      }
    >
      {shown.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 5, p: 0 }}>
          {shown.map((token) => (
            <Row key={token.tokenId} token={token} today={today} onRevoke={() => void revoke(token.tokenId)} />
          ))}
        </Box>
      )}
      <EndedTokens tokens={all.filter((token) => hasEndedBefore(token, firstDay))} today={today} />
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
    </InterfaceSection>
  );
}

/** The tokens that ended a while ago, folded. */
function EndedTokens({ tokens, today }: { tokens: readonly Token[]; today: string }) {
  const list = useRef<HTMLUListElement>(null);
  const { shownItems, showMore } = useShowMoreWithFocus(list, tokens, 20);
  if (tokens.length === 0) return null;
  return (
    <Box component="details" sx={{ mt: 3, '& summary': { cursor: 'pointer', py: 2 } }}>
      <summary>Gesperrte und abgelaufene ({tokens.length})</summary>
      <Box component="ul" ref={list} tabIndex={-1} sx={{ listStyle: 'none', m: 0, mt: 2, p: 0 }}>
        {shownItems.map((token) => (
          <Row key={token.tokenId} token={token} today={today} />
        ))}
      </Box>
      <MoreButton showMore={showMore} />
    </Box>
  );
}

/** A token; one that has ended needs no `onRevoke`. */
function Row({ token, today, onRevoke }: { token: Token; today: string; onRevoke?: () => void }) {
  const { name, scopes, createdAt, createdBy, expiresOn, revokedAt } = token;
  const isOver = revokedAt !== null || expiresOn < today;
  return (
    <Box component="li" tabIndex={-1} data-entry sx={entryRow}>
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere', hyphens: 'manual' }}>{name}</Typography>
        <Typography variant="body2">{scopes.map((scope) => scopeTexts[scope].name).join(', ')}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {describeLastUse(token)}
          <br />
          Gültig bis {germanDay(expiresOn)}, angelegt von {createdBy} am {germanMoment(new Date(createdAt))}
          {revokedAt && (
            <>
              <br />
              {describeRevocation(revokedAt, token.revokedBy)}
            </>
          )}
        </Typography>
      </Box>
      {isOver && <StateChip tone="plain">{revokedAt ? 'gesperrt' : 'abgelaufen'}</StateChip>}
      {!isOver && onRevoke && (
        <TwoStepButton
          itemName={name}
          onConfirm={onRevoke}
          whenArmed={<Consequence>Programme mit diesem Zugangsschlüssel werden sofort abgewiesen.</Consequence>}
        >
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

/** Says when a token was revoked and by whom: by the system if its maker was disabled or a backup was restored. */
function describeRevocation(revokedAt: string, revokedBy: string | null): string {
  return `Gesperrt ${revokedBy === null ? 'vom System' : `von ${revokedBy}`} am ${germanMoment(new Date(revokedAt))}`;
}
