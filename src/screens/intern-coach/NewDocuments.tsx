import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useMemo, useRef, useState } from 'react';
import { DocumentsButton } from '../../features/files/ui/DocumentsButton.tsx';
import { nameWithVersion, StateChip } from '../../features/files/ui/DocumentState.tsx';
import { readableFormatOf } from '../../features/files/rules.ts';
import type { ListedFile } from '../../features/files/contract.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { useNow } from '../../web/clock.ts';
import { useMinWidth } from '../../web/useMinWidth.ts';
import { useFocusAfterDelete } from '../../web/ui/buttons/useFocusAfterDelete.ts';
import { rowWithLineAbove } from '../../web/ui/fields/entryRow.ts';
import { getDailyPlan, type PlanEntry } from '../../features/appointments/contract.ts';
import { PlanFacts } from '../../features/appointments/ui/PlanFacts.tsx';
import { maxListed, sinceText } from './entries.ts';

/** The number of documents shown at first on a phone, which leaves room for the day below them. */
const maxListedOnPhone = 3;

/** A document that waits for the coach's answer, and an appointment of its participant. */
interface WaitingDocument {
  entry: PlanEntry;
  document: ListedFile;
}

/** The documents that wait for the coach's answer: five at first, on a phone three. */
export function NewDocuments({ documents }: { documents: readonly WaitingDocument[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const ids = useMemo(() => documents.map(({ document }) => document.id), [documents]);
  const focusNext = useFocusAfterDelete(list, ids);
  const limit = useMinWidth(600) ? maxListed : maxListedOnPhone;
  const firstAdded = ids[limit];
  const showAll = () => {
    setShowsAll(true);
    // The button disappears, so the first document that it has added gets the focus.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-entry="${firstAdded}"]`)?.focus());
  };
  return (
    <Card sx={{ px: { xs: 4, sm: 6 }, py: 1 }}>
      <Box component="ul" ref={list} tabIndex={-1} sx={listStyle}>
        {documents.slice(0, showsAll ? undefined : limit).map((waiting) => (
          <Row
            key={waiting.document.id}
            {...waiting}
            onChanged={() => {
              focusNext(waiting.document.id);
              void invalidate(getDailyPlan);
            }}
          />
        ))}
      </Box>
      {!showsAll && documents.length > limit && (
        <Button onClick={showAll} sx={{ ml: -2, mb: 1 }}>
          Alle anzeigen ({documents.length})
        </Button>
      )}
    </Card>
  );
}

function Row({ entry, document, onChanged }: WaitingDocument & { onChanged: () => void }) {
  const { date: today } = useNow();
  const isReadable = readableFormatOf(document) !== null;
  const dialogProps = {
    participant: { id: entry.participantId, fullName: entry.participantFullName, inactive: false },
    facts: <PlanFacts entry={entry} />,
    count: entry.files.meta.total,
    onChanged,
  };
  return (
    <Box component="li" data-entry={document.id} tabIndex={-1} sx={rowStyle}>
      <Box sx={{ flex: '1 1 8rem', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{entry.participantFullName}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {nameWithVersion(document)} · {sinceText(document, today)}
        </Typography>
      </Box>
      {document.state === 'inWork' && <StateChip state="inWork" mine={false} />}
      {isReadable && (
        <DocumentsButton {...dialogProps} document={{ id: document.id, fullName: nameWithVersion(document) }} />
      )}
      {/* On a phone one button is enough: behind the open document are all others. */}
      <Box sx={isReadable ? { display: { xs: 'none', sm: 'block' } } : {}}>
        <DocumentsButton {...dialogProps} />
      </Box>
    </Box>
  );
}

const listStyle = { listStyle: 'none', m: 0, p: 0, '&:focus': { outline: 'none' } } as const;
const rowStyle = { ...rowWithLineAbove, '&:first-of-type': { borderTop: 0 } } as const;
