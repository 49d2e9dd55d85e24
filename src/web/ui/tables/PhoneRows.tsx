import Box from '@mui/material/Box';
import type { TableProps } from './DataTable.tsx';
import { OrderField } from './OrderField.tsx';
import { updateSelection } from './selection.ts';
import { rowAction, rowButton, rowTextButton } from './tableStyle.ts';

interface Props<Row> extends TableProps<Row> {
  phoneLines: NonNullable<TableProps<Row>['phoneLines']>;
}

/**
 * Shows the rows of a table on a phone in two lines each, below the field for their order. Tapping a row opens its
 * details, which have everything that the lines leave out.
 */
export function PhoneRows<Row>(props: Props<Row>) {
  const { label, columns, rows, keyOf, phoneLines, actionsOf, selection, onOpen, canOpen = () => true, isOver } = props;
  const { order, onOrder, hasOrderElsewhere } = props;
  return (
    <>
      {onOrder && !hasOrderElsewhere && (
        <Box sx={{ mt: 2, mb: 3 }}>
          <OrderField columns={columns} order={order ?? null} onOrder={onOrder} />
        </Box>
      )}
      <Box component="ul" aria-label={label} sx={listStyle}>
        {rows.map((row) => {
          const [first, second] = phoneLines(row);
          const lines = (
            <>
              <span className="first">{first}</span>
              <span className="second">{second}</span>
            </>
          );
          return (
            <li key={keyOf(row)} data-entry={keyOf(row)} tabIndex={-1} className={isOver?.(row) ? 'over' : ''}>
              {selection && (
                <label className="check no-print">
                  {(selection.isSelectable?.(row) ?? true) && (
                    <input
                      type="checkbox"
                      aria-label={`${selection.nameOf(row)} auswählen`}
                      checked={selection.chosenKeys.has(keyOf(row))}
                      onChange={({ target }) =>
                        selection.onChange(updateSelection(selection, [row], target.checked, keyOf))
                      }
                    />
                  )}
                </label>
              )}
              {onOpen && canOpen(row) ? (
                <button type="button" aria-haspopup="dialog" className="lines" onClick={() => onOpen(row)}>
                  {lines}
                </button>
              ) : (
                <div className="lines">{lines}</div>
              )}
              {actionsOf && <div className="row-actions no-print">{actionsOf(row)}</div>}
            </li>
          );
        })}
      </Box>
    </>
  );
}

const listStyle = {
  listStyle: 'none',
  m: 0,
  p: 0,
  borderTop: 1,
  borderColor: 'divider',
  '& > li': {
    display: 'flex',
    alignItems: 'center',
    gap: 1,
    minHeight: 64,
    borderBottom: 1,
    borderColor: 'divider',
    breakInside: 'avoid',
    scrollMarginTop: 88,
  },
  '& .check': { flex: 'none', display: 'grid', placeItems: 'center', width: 44, mx: '-6px', alignSelf: 'stretch' },
  '& .check input': { width: 20, height: 20, m: 0, accentColor: 'var(--mui-palette-primary-main)' },
  '& .lines': {
    all: 'unset',
    boxSizing: 'border-box',
    flex: 1,
    minWidth: 0,
    minHeight: 64,
    py: 1.5,
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    gap: '2px',
    borderRadius: '8px',
  },
  '& button.lines': { cursor: 'pointer' },
  '& button.lines:focus-visible': { outline: '3px solid', outlineColor: 'primary.main' },
  '& .first': { fontSize: '0.9375rem', fontWeight: 700, overflowWrap: 'anywhere' },
  '& .cut-off': { flex: '1 1 0', minWidth: 0, overflow: 'hidden', whiteSpace: 'nowrap', textOverflow: 'ellipsis' },
  '& .first:has(.cut-off)': { display: 'flex', flexWrap: 'wrap', columnGap: 1.5 },
  // At enlarged text it gets a line of its own.
  '& .first .cut-off': { flex: '1 1 4em', fontWeight: 400 },
  '& .over .first': { color: 'text.secondary' },
  '& .second': {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    columnGap: 1.5,
    fontSize: 'body2.fontSize',
    color: 'text.secondary',
  },
  '& .row-actions': { flex: 'none', display: 'flex', alignItems: 'center' },
  '& .row-button': { ...rowButton, width: 44, height: 44 },
  // The lines themselves open the details.
  '& button.lines ~ .row-actions .row-button.open, & .row-button.open:disabled': { display: 'none' },
  // The details have it as well, and beside it a name would have no room.
  '& button.lines ~ .row-actions div:has(> .row-action)': { display: 'none' },
  '& .row-action': { ...rowAction, minHeight: 44, px: 1 },
  '& .row-word': { ...rowTextButton, minHeight: 44, px: 2 },
} as const;
