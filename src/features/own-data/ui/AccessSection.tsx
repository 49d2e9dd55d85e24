import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { germanMoment } from '../../../shared/berlin.ts';
import { useApiQuery } from '../../../web/calls/apiQuery.ts';
import { entryRow } from '../../../web/ui/fields/entryRow.ts';
import { MoreButton } from '../../../web/ui/buttons/MoreButton.tsx';
import { PagedList } from '../../../web/ui/tables/PagedList.tsx';
import { Section } from '../../../web/ui/layout/Section.tsx';
import { useShowMoreWithFocus } from '../../../web/ui/buttons/useFocusOnMore.ts';
import { accessPageSize, getAccessLog, type AccessLogEntry } from '../contract.ts';

/** 'Wer hat meine Unterlagen angesehen?': the log of access to the participant's data (reference 13.2). */
export function AccessSection() {
  const [page, setPage] = useState(1);
  const query = useApiQuery(getAccessLog, { page }, { keepPrevious: true });
  const list = useRef<HTMLElement>(null);
  return (
    <Section id="zugriffe" title="Wer hat meine Unterlagen angesehen?">
      <Typography sx={{ maxWidth: '60ch', mb: 4 }}>
        Hier steht, wer vom Coaching-Team deine Daten angesehen, geändert oder gelöscht hat. Was du selbst tust, steht
        nicht dabei.
      </Typography>
      <PagedList
        query={query}
        nouns={['Eintrag', 'Einträge']}
        list={list}
        pageSize={accessPageSize}
        page={page}
        setPage={setPage}
        emptyState={<Typography>Bisher hat niemand deine Daten angesehen oder geändert.</Typography>}
      >
        {(entries) => <Entries key={page} entries={entries} />}
      </PagedList>
    </Section>
  );
}

/** The entries of a page. At first only five are shown, so that the sections below are not far down the page. */
function Entries({ entries }: { entries: readonly AccessLogEntry[] }) {
  const list = useRef<HTMLUListElement>(null);
  const { shownItems, showMore } = useShowMoreWithFocus(list, entries, 5);
  return (
    <>
      <Box component="ul" ref={list} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {shownItems.map((entry, index) => (
          <Box component="li" key={index} tabIndex={-1} data-entry sx={entryRow}>
            <Box sx={{ minWidth: 0 }}>
              <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
                {entry.document === null ? entry.what : `${entry.what}: „${entry.document}“`}
              </Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                {entry.role ? `${entry.who} (${entry.role})` : entry.who}, {germanMoment(new Date(entry.at))}
              </Typography>
            </Box>
          </Box>
        ))}
      </Box>
      <MoreButton showMore={showMore} />
    </>
  );
}
