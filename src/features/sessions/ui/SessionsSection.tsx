import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useMemo, useRef } from 'react';
import { Link as RouterLink } from 'react-router';
import { germanMoment } from '../../../shared/berlin.ts';
import { callApi, errorMessageOf, isSessionEndedError } from '../../../web/calls/api.ts';
import { invalidate, useApiQuery } from '../../../web/calls/apiQuery.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { ErrorNotice } from '../../../web/ui/notices/ErrorNotice.tsx';
import { entryRow } from '../../../web/ui/fields/entryRow.ts';
import { Loading } from '../../../web/ui/notices/Loading.tsx';
import { MoreButton } from '../../../web/ui/buttons/MoreButton.tsx';
import { Section } from '../../../web/ui/layout/Section.tsx';
import { TwoStepButton } from '../../../web/ui/buttons/TwoStepButton.tsx';
import { useFocusAfterDelete } from '../../../web/ui/buttons/useFocusAfterDelete.ts';
import { useShowMoreWithFocus } from '../../../web/ui/buttons/useFocusOnMore.ts';
import { endOtherSessions, endSession, getSessions, type Session } from '../contract.ts';

const noSessions: Session[] = [];

/** 'Meine Sitzungen': lists the person's sessions, with buttons to end them. */
export function SessionsSection() {
  const sessions = useApiQuery(getSessions, {});
  const allSessions = sessions.data?.data ?? noSessions;
  const list = useRef<HTMLUListElement>(null);
  const { shownItems, showMore } = useShowMoreWithFocus(list, allSessions, 5);
  const ids = useMemo(() => allSessions.map(({ id }) => id), [allSessions]);
  const moveFocusAfterEnd = useFocusAfterDelete(list, ids);

  /** Ends sessions, shows `message` and refetches the list. `firstEndedId` is the id of the first session that ends. */
  const endAndRefetch = async (end: () => Promise<unknown>, message: string, firstEndedId: number | undefined) => {
    try {
      await end();
      toast.success(message, 'sessions');
      if (firstEndedId !== undefined) moveFocusAfterEnd(firstEndedId);
    } catch (error) {
      if (isSessionEndedError(error)) return;
      toast.error(errorMessageOf(error), 'sessions');
    }
    // The list is also refetched after a failure, since the session may already have ended.
    await invalidate(getSessions);
  };

  return (
    <Section id="sitzungen" title="Meine Sitzungen">
      <Typography sx={{ maxWidth: '60ch', mb: 3 }}>
        Hier bist du angemeldet. Kommt dir etwas fremd vor? Dann beende es und{' '}
        <Link component={RouterLink} to="/change-password">
          ändere dein Passwort
        </Link>
        .
      </Typography>
      {sessions.isError && <ErrorNotice error={sessions.error} retry={() => void sessions.refetch()} />}
      {sessions.isPending && <Loading blocks={2} height={60} />}
      {allSessions.length > 0 && (
        <Box component="ul" ref={list} tabIndex={-1} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {shownItems.map((session) => (
            <Row
              key={session.id}
              session={session}
              onEnd={() =>
                void endAndRefetch(
                  () => callApi(endSession, { id: session.id }),
                  'Die Sitzung ist beendet.',
                  session.id,
                )
              }
            />
          ))}
        </Box>
      )}
      <MoreButton showMore={showMore} />
      {allSessions.length > 1 && (
        <Box sx={{ mt: 5 }}>
          <TwoStepButton
            itemName="Sitzungen"
            onConfirm={() =>
              void endAndRefetch(
                () => callApi(endOtherSessions, {}),
                'Alle anderen Sitzungen sind beendet.',
                allSessions.find(({ current }) => !current)?.id,
              )
            }
          >
            Alle anderen beenden
          </TwoStepButton>
        </Box>
      )}
    </Section>
  );
}

function Row({ session: { device, startedAt, seenAt, current }, onEnd }: { session: Session; onEnd: () => void }) {
  const name = device || 'Unbekanntes Gerät';
  const since = germanMoment(new Date(startedAt));
  return (
    <Box component="li" tabIndex={-1} data-entry sx={entryRow}>
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Angemeldet: {since}
          <br />
          Zuletzt benutzt: {germanMoment(new Date(seenAt))}
        </Typography>
      </Box>
      {current ? (
        <Typography sx={{ fontWeight: 600, color: 'primary.main' }}>Diese Sitzung</Typography>
      ) : (
        <TwoStepButton itemName={`${name}, angemeldet ${since}`} onConfirm={onEnd}>
          Beenden
        </TwoStepButton>
      )}
    </Box>
  );
}
