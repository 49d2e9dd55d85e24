import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { Fragment } from 'react';
import type { TableProps } from './DataTable.tsx';
import { OrderField } from './OrderField.tsx';
import { updateSelection } from './selection.ts';
import { rowButton, rowAction, rowTextButton } from './tableStyle.ts';

/** Shows the rows of a table on a phone: a card for each row, and a field for the order. */
export function DataCards<Row>(props: TableProps<Row>) {
  const { label, columns, rows, keyOf, headingOf, actionsOf, order, onOrder, selection } = props;
  const [firstColumn, ...otherColumns] = columns;
  const facts = headingOf ? columns : otherColumns;
  return (
    <>
      {onOrder && (
        <Box sx={{ mt: 2, mb: 4 }}>
          <OrderField columns={columns} order={order ?? null} onOrder={onOrder} />
        </Box>
      )}
      <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 }}>
        {rows.map((row) => (
          <Card
            key={keyOf(row)}
            component="li"
            data-entry={keyOf(row)}
            tabIndex={-1}
            sx={{ px: 4, py: 3, breakInside: 'avoid' }}
          >
            <Box sx={{ display: 'flex', gap: 3, alignItems: 'start', mb: 2 }}>
              <Box sx={{ flex: 1, minWidth: 0, fontWeight: 700, overflowWrap: 'anywhere' }}>
                {(headingOf ?? firstColumn?.cell)?.(row)}
              </Box>
              {selection && (selection.isSelectable?.(row) ?? true) && (
                <Box
                  component="input"
                  type="checkbox"
                  className="no-print"
                  aria-label={`${selection.nameOf(row)} auswählen`}
                  checked={selection.chosenKeys.has(keyOf(row))}
                  onChange={({ target }) =>
                    selection.onChange(updateSelection(selection, [row], (target as HTMLInputElement).checked, keyOf))
                  }
                  sx={{ width: 24, height: 24, m: 0, accentColor: 'var(--mui-palette-primary-main)' }}
                />
              )}
            </Box>
            <Box component="dl" sx={factsStyle}>
              {facts
                .filter(({ hiddenOnCards }) => !hiddenOnCards)
                .map(({ name, title, optional, cell }) => ({ name, title, optional, value: cell(row) }))
                .filter(({ optional, value }) => !optional || Boolean(value))
                .map(({ name, title, value }) => (
                  <Fragment key={name}>
                    <dt>{title}</dt>
                    <dd>{value || '–'}</dd>
                  </Fragment>
                ))}
            </Box>
            {actionsOf && (
              <Box className="no-print" sx={actionButtons}>
                {actionsOf(row)}
              </Box>
            )}
          </Card>
        ))}
      </Box>
    </>
  );
}

const factsStyle = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, auto) minmax(0, 1fr)',
  columnGap: 3,
  rowGap: 1,
  alignItems: 'baseline',
  m: 0,
  fontSize: 'body2.fontSize',
  '& .below-md': { display: 'none' },
  '& dt': { color: 'text.secondary' },
  '& a': { color: 'inherit', textUnderlineOffset: '0.2em' },
  '& dd': { m: 0, overflowWrap: 'anywhere', hyphens: 'auto' },
} as const;

const phoneButton = { minHeight: 44, px: 5, borderColor: 'primary.main', borderRadius: '12px' } as const;

const actionButtons = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  alignItems: 'start',
  mt: 2,
  '& .row-button': { ...rowButton, width: 44, height: 44 },
  // As narrow as possible, so that at 320 px 'Löschen' and the menu fit on the same line.
  '& .row-button.open': {
    width: 'auto',
    pl: 2.5,
    pr: 1,
    fontWeight: 600,
    borderColor: 'primary.main',
    borderRadius: '12px',
  },
  '& .row-button.open .word': { display: 'inline' },
  '& .row-action': { ...rowAction, ...phoneButton },
  '& .row-word': { ...rowTextButton, ...phoneButton },
} as const;
