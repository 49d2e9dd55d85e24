import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useApiQuery } from '../../../../web/calls/apiQuery.ts';
import type { ListedFile } from '../../contract.ts';
import { TextBlocks } from '../../reading/ui/text/TextBlocks.tsx';
import { nameWithVersion } from '../../ui/DocumentState.tsx';
import { getMarkup } from '../contract.ts';
import { formatMarkup } from '../rules.ts';
import { ChangesPane } from './ChangesPane.tsx';
import { buildMarkupBlocks, describeOrigins } from './markupBlocks.ts';

interface Props {
  document: ListedFile;
  titleId?: string | undefined;
  /** Opens the document itself. */
  onRead: () => void;
  onClose: () => void;
}

/** Shows the text of a Word document with its tracked changes and comments (reference 5.16). */
export function MarkupPane({ document, titleId, onRead, onClose }: Props) {
  const query = useApiQuery(getMarkup, { fileId: document.id }, { staleTime: Infinity });
  const origins = query.data ? describeOrigins(query.data.data.blocks) : '';
  return (
    <ChangesPane
      heading={`Änderungen in ${nameWithVersion(document)}`}
      titleId={titleId}
      document={document}
      query={query}
      tools={
        <Button size="small" aria-label="Dokument lesen" onClick={onRead}>
          Lesen
        </Button>
      }
      header={
        query.data && (
          <Box sx={{ px: 4, pt: 3, color: 'text.secondary' }}>
            <Box sx={{ maxWidth: '42em', mx: 'auto' }}>
              {document.markup && `${formatMarkup(document.markup, ', ')}. `}
              {origins && `${origins} Ersetzter Text zählt als gelöscht und als eingefügt.`}
            </Box>
          </Box>
        )
      }
      hasOrigins={origins !== ''}
      onClose={onClose}
    >
      {({ data: { blocks, comments } }, zoom) => (
        <TextBlocks blocks={buildMarkupBlocks(blocks, comments)} name={document.name} zoom={zoom} isComplete />
      )}
    </ChangesPane>
  );
}
