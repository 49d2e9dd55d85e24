import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { callApi, isSessionEndedError } from '../../../web/calls/api.ts';
import { invalidate, useApiQuery } from '../../../web/calls/apiQuery.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { ErrorNotice } from '../../../web/ui/notices/ErrorNotice.tsx';
import { TwoStepButton } from '../../../web/ui/buttons/TwoStepButton.tsx';
import { leaveWaitingList, listMyWaitingEntries, type WaitingEntry } from '../contract.ts';
import { formatCriteria } from './words.ts';

/**
 * The person's entries on the waiting list, each with a button to end it (reference 12.7). Renders nothing without
 * entries, and says so if they cannot be loaded.
 */
export default function WaitingEntries() {
  const list = useApiQuery(listMyWaitingEntries, {});
  const heading = useRef<HTMLHeadingElement>(null);
  const entries = list.data?.data ?? [];
  if (!list.data && list.error)
    return (
      <Box component="section" sx={{ mt: 8 }}>
        <ErrorNotice
          error={list.error}
          message="Deine Warteliste konnte nicht geladen werden."
          retry={() => void list.refetch()}
        />
      </Box>
    );
  if (entries.length === 0) return null;
  return (
    <Box component="section" sx={{ mt: 8 }}>
      <Typography variant="h2" ref={heading} tabIndex={-1} sx={{ outline: 'none' }}>
        Deine Warteliste
      </Typography>
      <Typography sx={{ mt: 1, mb: 4, maxWidth: '70ch', color: 'text.secondary' }}>
        Sobald etwas frei wird, das passt, schreiben wir dir eine E-Mail und halten den Termin für dich frei.
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 }}>
        {entries.map((entry) => (
          <Entry
            key={entry.waitingId}
            entry={entry}
            // The heading of the list disappears together with the last entry, so then the focus moves to the page's
            // heading.
            onEnded={() => (entries.length > 1 ? heading.current : document.querySelector('h1'))?.focus()}
          />
        ))}
      </Box>
      <RefetchEveryMinute />
    </Box>
  );
}

/** Fetches the entries again every minute while the list is on the screen. */
function RefetchEveryMinute() {
  useApiQuery(listMyWaitingEntries, {}, { refetchInterval: 60_000 });
  return null;
}

function Entry({ entry, onEnded }: { entry: WaitingEntry; onEnded: () => void }) {
  const [error, setError] = useState<unknown>(null);
  const criteria = formatCriteria(entry);
  const endEntry = async () => {
    setError(null);
    try {
      await callApi(leaveWaitingList, { waitingId: entry.waitingId });
      onEnded();
      await invalidate(listMyWaitingEntries);
      toast.success('Du wartest darauf nicht mehr.', 'waiting');
    } catch (problem) {
      if (!isSessionEndedError(problem)) setError(problem);
    }
  };
  return (
    <Card component="li" sx={{ p: { xs: 4, sm: 5 } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography sx={{ flex: '1 1 260px', minWidth: 0 }}>
          {criteria}
          {entry.insteadOf !== null && ' (um einen Termin zu verlegen)'}
          {entry.coachInactive && (
            <Typography component="span" sx={{ display: 'block', mt: 1 }}>
              {entry.coach} bietet zurzeit keine Termine an. Du kannst dich stattdessen für alle Coaches eintragen.
            </Typography>
          )}
        </Typography>
        <TwoStepButton itemName={criteria} onConfirm={() => void endEntry()}>
          Nicht mehr warten
        </TwoStepButton>
      </Box>
      {error !== null && (
        <Box sx={{ mt: 4, mb: -4 }}>
          <ErrorNotice error={error} />
        </Box>
      )}
    </Card>
  );
}
