import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { formatCount } from '../../../../shared/german.ts';
import { useApiQuery } from '../../../../web/calls/apiQuery.ts';
import { useMinWidth } from '../../../../web/useMinWidth.ts';
import type { ListedFile } from '../../contract.ts';
import { TextBlocks } from '../../reading/ui/text/TextBlocks.tsx';
import type { OutputOf } from '../../../../shared/call.ts';
import { readableFormatOf } from '../../rules.ts';
import { compareFiles } from '../contract.ts';
import { isComparable, type DocumentPair } from '../comparison.rules.ts';
import { ChangesPane } from './ChangesPane.tsx';
import { ComparisonTable } from './ComparisonTable.tsx';
import { DocumentChoice } from './DocumentChoice.tsx';
import { buildComparedBlocks } from './comparedBlocks.ts';

interface Props extends DocumentPair<ListedFile> {
  /** All documents of the participant, of which others can be chosen. */
  documents: readonly ListedFile[];
  titleId?: string | undefined;
  onChoose: (pair: DocumentPair<ListedFile>) => void;
  /** Opens the changes and comments in the later document. */
  onShowMarkup: () => void;
  onClose: () => void;
}

/**
 * Shows what changed between two documents (reference 5.16): on a wide screen side by side or one below the other, on a
 * phone in one column.
 */
export function ComparisonPane({ from, to, documents, titleId, onChoose, onShowMarkup, onClose }: Props) {
  const input = { fromId: from.id, toId: to.id };
  const query = useApiQuery(compareFiles, input, { staleTime: Infinity, keepPrevious: true });
  const isWide = useMinWidth(900);
  const [isOneColumn, setOneColumn] = useState(false);
  const isSideBySide = isWide && !isOneColumn;
  const comparable = documents
    .filter(isComparable)
    .sort((one, other) => other.uploadedAt.localeCompare(one.uploadedAt));
  /** Whoever chooses the other document exchanges both. */
  const choose = (pair: DocumentPair<ListedFile>) =>
    onChoose(pair.from.id === pair.to.id ? { from: to, to: from } : pair);
  const isPdf = [from, to].some((document) => readableFormatOf(document) === 'pdf');
  return (
    <ChangesPane
      heading="Was hat sich geändert?"
      titleId={titleId}
      document={to}
      query={query}
      tools={
        isWide && (
          <Button size="small" onClick={() => setOneColumn(!isOneColumn)}>
            {isSideBySide ? 'Untereinander' : 'Nebeneinander'}
          </Button>
        )
      }
      layout={isSideBySide ? 'sideBySide' : 'oneColumn'}
      header={
        <Box sx={headerStyle}>
          <DocumentChoice
            label="Vorher"
            document={from}
            documents={comparable}
            onChoose={(document) => choose({ from: document, to })}
          />
          <DocumentChoice
            label="Nachher"
            document={to}
            documents={comparable}
            onChoose={(document) => choose({ from, to: document })}
          />
          {query.data && !query.isPlaceholderData && (
            <Box role="status" sx={{ gridColumn: '1 / -1', color: 'text.secondary' }}>
              {describeCounts(query.data.data)}
              {isPdf && ' In einem PDF können auch Zeilenumbrüche und Tabellen als Änderung erscheinen.'}
            </Box>
          )}
          {to.markup && to.markup.comments > 0 && (
            <Button size="small" onClick={onShowMarkup} sx={{ gridColumn: '1 / -1', justifySelf: 'start', ml: -2 }}>
              {formatCount(to.markup.comments, 'Kommentar', 'Kommentare')} lesen
            </Button>
          )}
        </Box>
      }
      onClose={onClose}
    >
      {({ data: { blocks } }, zoom) =>
        isSideBySide ? (
          <ComparisonTable blocks={blocks} name={to.name} zoom={zoom} />
        ) : (
          <TextBlocks blocks={buildComparedBlocks(blocks)} name={to.name} zoom={zoom} isComplete />
        )
      }
    </ChangesPane>
  );
}

/** Formats the numbers of changed, moved, inserted and deleted blocks. */
function describeCounts({ blocks, counts: { changed, ...counted } }: OutputOf<typeof compareFiles>['data']): string {
  const moved = blocks.filter((block) => block.moved && block.change === 'inserted').length;
  const [inserted, deleted] = [counted.inserted - moved, counted.deleted - moved];
  const counts = [
    changed > 0 && `${formatCount(changed, 'Absatz', 'Absätze')} geändert`,
    moved > 0 && `${formatCount(moved, 'Absatz', 'Absätze')} verschoben`,
    inserted > 0 && `${formatCount(inserted, 'Absatz', 'Absätze')} eingefügt`,
    deleted > 0 && `${formatCount(deleted, 'Absatz', 'Absätze')} gelöscht`,
  ].filter(Boolean);
  return counts.length === 0
    ? 'Der Text ist gleich. Bilder und das Aussehen werden nicht verglichen.'
    : `${counts.join(', ')}. Verglichen wird der Text, nicht das Aussehen.`;
}

const headerStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 1fr)' },
  columnGap: 5,
  // Grows with the labels of the fields.
  rowGap: '0.75rem',
  px: 4,
  pt: '1rem',
  pb: 2,
  borderBottom: 1,
  borderColor: 'divider',
} as const;
