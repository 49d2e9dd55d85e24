import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Theme } from '@mui/material/styles';
import { rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table';
import type { Column as TableColumn, ColumnDef, SortingState } from '@tanstack/react-table';
import {
  useMemo,
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent as ReactMouseEvent,
  type ReactNode,
} from 'react';
import { usePrinting } from '../../printing.ts';
import { widthsBesidePanel } from './columnWidths.ts';
import { DataCards } from './DataCards.tsx';
import { DataRow } from './DataRow.tsx';
import { PhoneRows } from './PhoneRows.tsx';
import { findOpenRow, OpenRowContext, panelMinWidth, panelWidth } from './openRow.ts';
import { tableRoles } from './tableRoles.ts';
import { tableStyle } from './tableStyle.ts';
import { useProgressiveRows } from './useProgressiveRows.ts';
import { updateSelection, type Key, type Selection } from './selection.ts';
import { visuallyHidden } from '../layout/visuallyHidden.ts';

/** One column of a table. */
export interface Column<Row> {
  /** Identifies the column in `Order.by`. */
  name: string;
  title: string;
  /** The width in CSS ('20%'). Columns without a width share the remaining space evenly. */
  width?: string;
  /** Whether rows can be sorted by the column. With 'ascendingOnly', a second click restores the initial order. */
  sortable?: boolean | 'ascendingOnly';
  /** Whether the column holds numbers, which are aligned right. */
  isNumeric?: boolean;
  /** The minimum width of screens that show the column. Paper always shows it. */
  minBreakpoint?: 'md' | 'lg' | 'xl';
  /** Whether the text stays on one line on wide screens. Text that does not fit is cut off and shown on hover. */
  oneLine?: boolean;
  /** Whether the column makes room for the panel while the details of a row are open beside the table. */
  hiddenBesidePanel?: boolean;
  /** Whether the user can show and hide the column (`useColumnChoice`), and what it is at first. */
  choice?: 'shown' | 'hidden';
  /** Whether the column is left out in print, as for a column of buttons. */
  hiddenInPrint?: boolean;
  /** Whether the column is left out of the cards on a phone, because their heading already contains it. */
  hiddenOnCards?: boolean;
  /** Whether the column is left out of a card while its cell is empty. */
  optional?: boolean;
  cell: (row: Row) => ReactNode;
}

/** The order of the rows. */
export interface Order {
  /** The name of the column that the rows are sorted by. */
  by: string;
  isDescending: boolean;
}

export interface TableProps<Row> {
  /** The table's name for screen readers. */
  label: string;
  /** Must be the same in every render, so that a row is rendered again only when it has changed. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  /** The heading of a card on a phone; by default the first column. */
  headingOf?: (row: Row) => ReactNode;
  /**
   * The two lines of a row on a phone, instead of a card. An element of the class 'cut-off' is cut off where it does not
   * fit.
   */
  phoneLines?: (row: Row) => readonly [first: ReactNode, second: ReactNode];
  /** The actions of a row, at its end. */
  actionsOf?: (row: Row) => ReactNode;
  order?: Order;
  /** Called when an order is chosen by a heading or by the field above the cards; null is the list's own order. */
  onOrder?: (order: Order | null) => void;
  /** Whether the page has the field for the order elsewhere on a phone, such as among the filters. */
  hasOrderElsewhere?: boolean;
  selection?: Selection<Row>;
  /** Opens the details of a row: called when the row is clicked, or on Enter. */
  onOpen?: (row: Row) => void;
  /** Whether a row has details; by default every row has. */
  canOpen?: (row: Row) => boolean;
  /** Whether what a row stands for is over. Such a row is grey. */
  isOver?: (row: Row) => boolean;
  /** The key of the row whose details are open. */
  openKey?: Key | null;
  /** The `SidePanel` with the details of the open row. */
  panel?: ReactNode;
}

const features = tableFeatures({ rowSortingFeature });

/**
 * The table of every staff list: dense rows below a sticky head, headings that sort, checkboxes, and a menu in each
 * row. On a phone it is two lines for each row, or a card and a field for the order. The first column is the heading of its row. The
 * details of the open row stand beside it.
 *
 * It is a native table, which screen readers read cell by cell. Explicit roles preserve that where the CSS layout would
 * remove it. All rows together are one tab stop: arrows, Home and End move between rows, Space chooses a row, and Enter
 * or a click opens it. The controls inside a row remain separate stops, from which arrows also lead to other rows.
 */
export function DataTable<Row>(props: TableProps<Row>) {
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true });
  // Paper is as narrow as a tablet in portrait, but gets the table, not the cards.
  const isPrinting = usePrinting();
  const { rows, panel, phoneLines } = props;
  const renderOnPhone = () =>
    phoneLines ? <PhoneRows {...props} phoneLines={phoneLines} /> : <DataCards {...props} />;
  return (
    <Box className={panel ? 'with-panel' : ''} sx={panelLayout}>
      {isNarrow && !isPrinting ? renderOnPhone() : <WideTable {...props} isPrinting={isPrinting} />}
      {panel && <OpenRowContext value={findOpenRow(rows, props)}>{panel}</OpenRowContext>}
    </Box>
  );
}

const panelLayout = {
  [`@media screen and (min-width: ${panelMinWidth}px)`]: {
    '&.with-panel': {
      display: 'grid',
      gridTemplateColumns: `minmax(0, 1fr) ${panelWidth}`,
      columnGap: 4,
      alignItems: 'start',
      '--actions-width': '44px',
      ...widthsBesidePanel,
    },
    // The panel has what these columns have, and the buttons of the row.
    '&.with-panel :is(.beside-panel, .row-action, .row-word, .row-button.open)': { display: 'none' },
  },
} as const;

function WideTable<Row>(props: TableProps<Row> & { isPrinting: boolean }) {
  const { label, columns, rows, keyOf, actionsOf, order, onOrder, selection, isPrinting } = props;
  const { onOpen, canOpen = () => true, openKey, isOver = () => false } = props;
  const columnDefinitions = useMemo(() => columns.map((column) => definitionOf(column)), [columns]);
  const data = useMemo(() => [...rows] as (Row & object)[], [rows]);
  // The rows can be in the order of a column that the user has hidden.
  const sorting: SortingState =
    order && columns.some(({ name }) => name === order.by) ? [{ id: order.by, desc: order.isDescending }] : [];
  const table = useTable({
    features,
    columns: columnDefinitions,
    data,
    getRowId: (row) => String(keyOf(row)),
    // The server or the page sorts the whole list, since these rows are only one page of it.
    manualSorting: true,
    enableMultiSort: false,
    state: { sorting },
    onSortingChange: (change) => {
      const [next] = typeof change === 'function' ? change(sorting) : change;
      onOrder?.(next ? { by: next.id, isDescending: next.desc } : null);
    },
  });
  const tableRows = table.getRowModel().rows;
  const renderedRows = tableRows.slice(0, useProgressiveRows(tableRows.length, tableRows[0]?.id, isPrinting));
  const selectableRows = selection ? rows.filter((row) => selection.isSelectable?.(row) ?? true) : [];
  const isChosen = (row: Row) => selection?.chosenKeys.has(keyOf(row)) ?? false;
  const allChosen = selectableRows.length > 0 && selectableRows.every(isChosen);
  // The key of the row where a range starts when it is selected with Shift.
  const lastToggled = useRef<Key | null>(null);
  const select = (changed: readonly Row[], isSelected: boolean) =>
    selection?.onChange(updateSelection(selection, changed, isSelected, keyOf));
  /**
   * Selects or deselects the row of an element; with Shift, all rows from the last toggled one to this one. Returns
   * false if the row cannot be selected.
   */
  const toggleRow = (element: Element, withShift: boolean) => {
    const id = element.closest('tr')?.dataset['entry'];
    const index = selectableRows.findIndex((row) => String(keyOf(row)) === id);
    const row = selectableRows[index];
    if (!row) return false;
    const from = withShift ? selectableRows.findIndex((other) => keyOf(other) === lastToggled.current) : -1;
    const range = from < 0 ? [row] : selectableRows.slice(Math.min(from, index), Math.max(from, index) + 1);
    select(range, !isChosen(row));
    lastToggled.current = keyOf(row);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const { key, target } = event;
    const row = target instanceof Element ? target.closest<HTMLTableRowElement>('tbody tr') : null;
    if (!row) return;
    // In a button, link or checkbox of the row, the other keys have their own meaning.
    if (target !== row && !['ArrowUp', 'ArrowDown'].includes(key)) return;
    if (moveFocus(row, key)) event.preventDefault();
    else if (key === ' ' && toggleRow(row, event.shiftKey)) event.preventDefault();
    else if (key === 'Enter') openRow(row.dataset['entry']);
  };
  const openRow = (id: string | undefined) => {
    const row = id === undefined ? undefined : table.getRow(id).original;
    if (row && canOpen(row)) onOpen?.(row);
  };
  const onClick = ({ target }: ReactMouseEvent<HTMLTableElement>) => {
    if (!(target instanceof Element) || target.closest('a, button, input, label, [role="dialog"]')) return;
    // The click may be the end of marking a text.
    if (getSelection()?.isCollapsed === false) return;
    openRow(target.closest<HTMLElement>('tbody tr')?.dataset['entry']);
  };
  return (
    <Box
      component="table"
      role="table"
      aria-label={label}
      onKeyDown={onKeyDown}
      onClick={onOpen && onClick}
      onChange={({ target, nativeEvent }) => {
        if (target instanceof HTMLInputElement)
          toggleRow(target, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
      }}
      // Tab returns to the row that has or contains the focus.
      onFocus={({ currentTarget, target }) => {
        const row = target.closest('tbody tr');
        if (!row) return;
        for (const other of currentTarget.querySelectorAll('tr[tabindex="0"]')) other.setAttribute('tabindex', '-1');
        row.setAttribute('tabindex', '0');
      }}
      // Reserves the space of the rows that are not rendered yet.
      style={{ marginBottom: `calc(${tableRows.length - renderedRows.length} * var(--row-height))` }}
      sx={tableStyle}
    >
      <thead {...tableRoles.group}>
        <tr {...tableRoles.row}>
          {selection && (
            <th {...tableRoles.columnHeader} className="check no-print">
              <input
                type="checkbox"
                aria-label="Alle auf dieser Seite auswählen"
                checked={allChosen}
                disabled={selectableRows.length === 0}
                ref={(input) => {
                  if (input) input.indeterminate = !allChosen && selectableRows.some(isChosen);
                }}
                onChange={({ target }) => select(selectableRows, target.checked)}
              />
            </th>
          )}
          {columns.map((column) => (
            <ColumnHeader key={column.name} column={column} tableColumn={table.getColumn(column.name)} />
          ))}
          {actionsOf && (
            <th {...tableRoles.columnHeader} className="no-print row-actions">
              <Box component="span" sx={visuallyHidden}>
                Aktionen
              </Box>
            </th>
          )}
        </tr>
      </thead>
      {splitIntoGroups(renderedRows).map((group, groupIndex) => (
        <tbody key={groupIndex} {...tableRoles.group} style={groupHeightStyle(group.length)}>
          {group.map((row, index) => (
            <DataRow
              key={row.id}
              columns={columns}
              actionsOf={actionsOf}
              selection={selection}
              row={row.original}
              id={row.id}
              isFirst={groupIndex === 0 && index === 0}
              isChosen={isChosen(row.original)}
              isOpenable={onOpen !== undefined && canOpen(row.original)}
              isOpened={String(openKey) === row.id}
              isOver={isOver(row.original)}
            />
          ))}
        </tbody>
      ))}
    </Box>
  );
}

/** The number of rows in a group, whose layout the browser skips while the group is out of sight. */
const groupSize = 25;

function splitIntoGroups<Item>(rows: readonly Item[]): Item[][] {
  const groupCount = Math.ceil(rows.length / groupSize);
  return Array.from({ length: groupCount }, (_, index) => rows.slice(index * groupSize, (index + 1) * groupSize));
}

/** Returns the style with the assumed height of a group before it is first drawn, as a CSS variable. */
const groupHeightStyle = (rowCount: number) =>
  ({ '--rows-height': `calc(${rowCount} * var(--row-height))` }) as CSSProperties;

function definitionOf<Row>({ name, sortable = false }: Column<Row>): ColumnDef<typeof features, Row & object> {
  return {
    id: name,
    accessorFn: () => null,
    enableSorting: sortable !== false,
    sortDescFirst: false,
  };
}

interface ColumnHeaderProps<Row> {
  column: Column<Row>;
  /** The column's state in the table library. */
  tableColumn: TableColumn<typeof features, Row & object> | undefined;
}

function ColumnHeader<Row>({
  column: { title, width, sortable, isNumeric, minBreakpoint, hiddenInPrint, hiddenBesidePanel },
  tableColumn,
}: ColumnHeaderProps<Row>) {
  const direction = tableColumn?.getIsSorted() ?? false;
  const className = [
    isNumeric && 'number',
    minBreakpoint && `from-${minBreakpoint}`,
    hiddenInPrint && 'no-print',
    hiddenBesidePanel && 'beside-panel',
  ]
    .filter(Boolean)
    .join(' ');
  const changeSorting = () => {
    if (sortable === 'ascendingOnly' && direction) tableColumn?.clearSorting();
    else tableColumn?.toggleSorting(direction === 'asc');
  };
  return (
    <th
      {...tableRoles.columnHeader}
      scope="col"
      className={className}
      style={{ width }}
      {...(direction ? { 'aria-sort': direction === 'asc' ? 'ascending' : 'descending' } : {})}
    >
      {sortable ? (
        <button type="button" onClick={changeSorting}>
          {title}
          <span aria-hidden>{direction === 'desc' ? '↓' : '↑'}</span>
        </button>
      ) : (
        title
      )}
    </th>
  );
}

/** Moves the focus to another row on an arrow key, Home or End; returns false for any other key. */
function moveFocus(from: HTMLTableRowElement, key: string): boolean {
  const rows = [...(from.closest('table')?.querySelectorAll<HTMLElement>('tbody tr') ?? [])];
  const index = rows.indexOf(from);
  const to: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: rows.length - 1 };
  const row = rows[to[key] ?? -1];
  row?.focus();
  return key in to;
}
