import Box from '@mui/material/Box';
import { visuallyHidden } from '../../../../web/ui/layout/visuallyHidden.ts';
import { DocumentBox } from '../../reading/ui/DocumentBox.tsx';
import type { Block } from '../../reading/text-blocks.adapter.ts';
import { focusableChange } from '../../reading/ui/text/Runs.tsx';
import { Blocks } from '../../reading/ui/text/TextBlocks.tsx';
import type { ComparedBlock } from '../contract.ts';
import { buildComparedRows } from './comparedBlocks.ts';

interface Props {
  blocks: readonly ComparedBlock[];
  /** The name of the later document, for screen readers. */
  name: string;
  zoom: number;
}

/** Shows two documents side by side, with a line from each changed paragraph to what became of it. */
export function ComparisonTable({ blocks, name, zoom }: Props) {
  return (
    <DocumentBox name={name} isComplete sx={{ px: 4, lineHeight: 1.5 }} style={{ fontSize: `${zoom}rem` }}>
      <Box component="table" sx={tableStyle}>
        <colgroup>
          <col />
          <col style={{ width: '4.5em' }} />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th>Vorher</th>
            <th>Änderung</th>
            <th>Nachher</th>
          </tr>
        </thead>
        <tbody>
          {buildComparedRows(blocks).map(({ change, moved, from, to }, index) => (
            <tr key={index} data-kind={change} {...(change !== 'same' && focusableChange)}>
              <td>{from && <SideBlock block={from} />}</td>
              <td>{change !== 'same' && <Sign change={change} moved={moved} />}</td>
              <td>{to && <SideBlock block={to} />}</td>
            </tr>
          ))}
        </tbody>
      </Box>
    </DocumentBox>
  );
}

/** A block of one document; the cells of a row have the same widths in all rows. */
function SideBlock({ block }: { block: Block }) {
  if (block.kind !== 'table') return <Blocks blocks={[block]} areChangesFocusable={false} />;
  return (
    <table>
      <tbody>
        {block.rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, column) => (
              <td key={column}>
                <Blocks blocks={cell} areChangesFocusable={false} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The sign on the line between both documents, with its word for screen readers. */
function Sign({ change, moved }: Pick<ComparedBlock, 'change' | 'moved'>) {
  return (
    <Box component="span" sx={signStyle}>
      <span aria-hidden>{moved ? '↕' : signs[change]}</span>
      <Box component="span" sx={visuallyHidden}>
        {moved ? 'verschoben' : words[change]}
      </Box>
    </Box>
  );
}

const signs = { same: '', changed: '≠', inserted: '+', deleted: '−' } as const;
const words = { same: '', changed: 'geändert', inserted: 'eingefügt', deleted: 'gelöscht' } as const;

const line = { content: '""', position: 'absolute', top: '1.2em', borderTop: 2 } as const;
const tableStyle = {
  width: '100%',
  maxWidth: 1280,
  mx: 'auto',
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  '& thead': visuallyHidden,
  '& > tbody > tr > td': { p: 0, py: '0.35em', verticalAlign: 'top', overflowWrap: 'anywhere' },
  '& > tbody > tr > td:nth-of-type(2)': { position: 'relative', textAlign: 'center' },
  '& > tbody > tr': { scrollMarginBlock: '4em' },
  '& > tbody > tr:focus, & > tbody > tr[data-current]': {
    outline: '3px solid',
    outlineColor: 'primary.main',
    outlineOffset: 2,
    borderRadius: '4px',
  },
  // The rows have the distances between the blocks.
  '& td :is(p, h4, h5, h6, ul, li)': { my: 0 },
  '& table': { width: '100%', tableLayout: 'fixed', borderCollapse: 'collapse' },
  '& td td': { border: 1, borderColor: 'divider', px: '0.5em', py: '0.3em', verticalAlign: 'top' },
  // The line leads from the earlier to the later paragraph; where one side is empty, it begins or ends at the sign.
  '& > tbody > tr[data-kind=changed] > td:nth-of-type(2)::before': {
    ...line,
    left: 4,
    right: 4,
    borderColor: 'text.disabled',
  },
  '& > tbody > tr[data-kind=deleted] > td:nth-of-type(2)::before': {
    ...line,
    left: 4,
    right: '50%',
    borderColor: 'error.main',
  },
  '& > tbody > tr[data-kind=inserted] > td:nth-of-type(2)::before': {
    ...line,
    left: '50%',
    right: 4,
    borderColor: 'success.main',
  },
} as const;
const signStyle = {
  position: 'relative',
  display: 'inline-block',
  minWidth: '1.6em',
  borderRadius: '0.8em',
  border: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
  fontWeight: 700,
} as const;
