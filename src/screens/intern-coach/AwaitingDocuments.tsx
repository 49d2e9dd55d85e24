import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { DocumentsButton } from '../../features/files/ui/DocumentsButton.tsx';
import { germanDate } from '../../shared/berlin.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { MoreButton, useShowMore } from '../../web/ui/buttons/MoreButton.tsx';
import { useFocusAfterDelete } from '../../web/ui/buttons/useFocusAfterDelete.ts';
import { getDailyPlan, type PlanEntry } from '../../features/appointments/contract.ts';
import { PlanFacts } from '../../features/appointments/ui/PlanFacts.tsx';
import { dailyPlanPath } from '../../features/appointments/ui/dailyPlanPath.ts';
import { list, maxListed, row } from './entries.ts';

/** Recent appointments for which the coach has not uploaded a document yet. */
export function AwaitingDocuments({ entries }: { entries: readonly PlanEntry[] }) {
  const { shownItems, showMore } = useShowMore(entries, maxListed);
  const section = useRef<HTMLDivElement>(null);
  const ids = useMemo(() => entries.map(({ id }) => id), [entries]);
  const focusNext = useFocusAfterDelete(section, ids);
  return (
    <Box ref={section} tabIndex={-1} sx={{ outline: 'none' }}>
      {entries.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>
          Nach allen Terminen der letzten 14 Tage liegt eine Datei vom Coach vor.
        </Typography>
      )}
      <Box component="ul" sx={list}>
        {shownItems.map((entry) => (
          <Card component="li" key={entry.id} data-entry tabIndex={-1} sx={{ ...row, alignItems: 'center' }}>
            <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
              <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
                <MuiLink component={Link} to={dailyPlanPath(entry)} color="inherit">
                  {entry.participantFullName}
                </MuiLink>
              </Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                Termin am {germanDate(entry.date)}, noch keine Datei vom Coach
              </Typography>
            </Box>
            <DocumentsButton
              participant={{ id: entry.participantId, fullName: entry.participantFullName, inactive: false }}
              facts={<PlanFacts entry={entry} />}
              count={entry.files.meta.total}
              onChanged={() => {
                focusNext(entry.id);
                void invalidate(getDailyPlan);
              }}
            />
          </Card>
        ))}
      </Box>
      <MoreButton showMore={showMore} />
    </Box>
  );
}
