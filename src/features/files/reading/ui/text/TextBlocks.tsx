import Box from '@mui/material/Box';
import { useState } from 'react';
import { DocumentBox } from '../DocumentBox.tsx';
import type { Block } from '../../text-blocks.adapter.ts';
import { currentStyle, focusableComment, Runs } from './Runs.tsx';

interface Props {
  blocks: readonly Block[];
  /** The name of the document, for screen readers. */
  name: string;
  /** The zoom factor: at 1 the text has the size of the page's text. */
  zoom: number;
  isComplete: boolean;
}

/** Shows the text of a document in lines that fit the screen (reference 5.12). */
export function TextBlocks({ blocks, name, zoom, isComplete }: Props) {
  return (
    <DocumentBox name={name} isComplete={isComplete} sx={documentStyle} style={{ fontSize: `${zoom}rem` }}>
      <Box sx={{ maxWidth: '42em', mx: 'auto', '& > :first-child': { mt: 0 } }}>
        <Blocks blocks={blocks} />
      </Box>
    </DocumentBox>
  );
}

interface BlocksProps {
  blocks: readonly Block[];
  /** Whether each change can get the focus, so that a button can move there. */
  areChangesFocusable?: boolean;
}

/** Shows blocks one below the other; the items of a list are together. */
export function Blocks({ blocks, areChangesFocusable = true }: BlocksProps) {
  return groupLists(blocks).map((group, index) =>
    Array.isArray(group) ? (
      <Box component="ul" key={index} sx={{ m: 0, mb: '0.6em', p: 0 }}>
        {group.map((item, at) => (
          <Box
            component="li"
            key={at}
            sx={{ mb: '0.25em', whiteSpace: 'pre-wrap' }}
            style={{
              listStyleType: JSON.stringify(`${item.marker} `),
              marginInlineStart: `${item.depth * 1.2 + 0.8 + item.marker.length * 0.6}em`,
            }}
          >
            <Runs runs={item.runs} areFocusable={areChangesFocusable} />
          </Box>
        ))}
      </Box>
    ) : (
      <SingleBlock key={index} block={group} areChangesFocusable={areChangesFocusable} />
    ),
  );
}

type ListItem = Extract<Block, { kind: 'listItem' }>;

function groupLists(blocks: readonly Block[]): (Exclude<Block, ListItem> | ListItem[])[] {
  const groups: (Exclude<Block, ListItem> | ListItem[])[] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (block.kind !== 'listItem') groups.push(block);
    else if (Array.isArray(last)) last.push(block);
    else groups.push([block]);
  }
  return groups;
}

function SingleBlock({
  block,
  areChangesFocusable,
}: {
  block: Exclude<Block, ListItem>;
  areChangesFocusable: boolean;
}) {
  switch (block.kind) {
    case 'heading':
      return (
        // The heading of the view has level 3.
        <Box
          component={`h${block.level + 3}` as 'h4'}
          sx={headingStyle}
          style={{ fontSize: headingSizes[block.level] }}
        >
          <Runs runs={block.runs} areFocusable={areChangesFocusable} />
        </Box>
      );
    case 'paragraph':
      return (
        <Box component="p" sx={{ m: 0, mb: '0.6em', whiteSpace: 'pre-wrap' }}>
          <Runs runs={block.runs} areFocusable={areChangesFocusable} />
        </Box>
      );
    case 'table':
      return (
        // A wide table scrolls in its own box.
        <Box tabIndex={0} role="group" aria-label="Tabelle" sx={{ overflowX: 'auto', mb: '0.6em' }}>
          <Box component="table" sx={tableStyle}>
            <tbody>
              {block.rows.map((cells, row) => (
                <tr key={row}>
                  {cells.map((cell, column) => (
                    <td key={column}>
                      <Blocks blocks={cell} areChangesFocusable={areChangesFocusable} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </Box>
        </Box>
      );
    case 'picture':
      return <Picture {...block} />;
    case 'comment':
      return (
        <Box
          role="note"
          sx={block.isReply ? replyStyle : commentStyle}
          {...(areChangesFocusable && !block.isReply && focusableComment)}
        >
          <Box sx={{ fontWeight: 700 }}>
            {[
              block.isReply ? 'Antwort' : 'Kommentar',
              block.author && `von ${block.author}`,
              block.day && `am ${block.day}`,
            ]
              .filter(Boolean)
              .join(' ')}
          </Box>
          <Box sx={{ whiteSpace: 'pre-wrap' }}>{block.text}</Box>
        </Box>
      );
    case 'label':
      return <Box sx={labelStyle}>{block.text}</Box>;
  }
}

function Picture({ url, description, width }: Extract<Block, { kind: 'picture' }>) {
  const [isBroken, setBroken] = useState(false);
  if (url === '' || isBroken)
    return <Box sx={{ ...labelStyle, border: '1px dashed' }}>Bild, das sich hier nicht anzeigen lässt</Box>;
  return (
    <Box sx={{ mb: '0.6em' }}>
      <img
        src={url}
        alt={description || 'Bild'}
        onError={() => setBroken(true)}
        style={{ maxWidth: '100%', ...(width > 0 && { width }), height: 'auto' }}
      />
    </Box>
  );
}

const headingSizes = { 1: '1.375em', 2: '1.1875em', 3: '1.0625em' } as const;

const documentStyle = {
  px: 4,
  lineHeight: 1.5,
  overflowWrap: 'anywhere',
  tabSize: 4,
} as const;
const headingStyle = {
  m: 0,
  mt: '1em',
  mb: '0.4em',
  fontWeight: 700,
  lineHeight: 1.3,
  whiteSpace: 'pre-wrap',
} as const;
const tableStyle = {
  borderCollapse: 'collapse',
  '& td': { border: 1, borderColor: 'divider', px: '0.5em', py: '0.3em', verticalAlign: 'top', minWidth: '5em' },
  '& td > :last-child': { mb: 0 },
} as const;
const commentStyle = {
  mb: '0.8em',
  ml: '0.8em',
  px: '0.8em',
  py: '0.4em',
  borderLeft: 3,
  borderColor: 'primary.main',
  bgcolor: 'action.hover',
  fontSize: '0.9375em',
  scrollMarginBlock: '4em',
  outline: 'none',
  ...currentStyle,
} as const;
const replyStyle = { ...commentStyle, ml: '2em' } as const;
const labelStyle = { mt: '1em', mb: '0.4em', px: '0.5em', color: 'text.secondary', fontSize: '0.875em' } as const;
