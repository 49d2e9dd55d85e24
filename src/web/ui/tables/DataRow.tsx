import { memo } from 'react';
import type { Column, TableProps } from './DataTable.tsx';
import type { Selection } from './selection.ts';
import { tableRoles } from './tableRoles.ts';

interface Props<Row> {
  row: Row;
  id: string;
  columns: readonly Column<Row>[];
  actionsOf: TableProps<Row>['actionsOf'];
  selection: Selection<Row> | undefined;
  /** Whether the row is the first of its page. The Tab key reaches this row. */
  isFirst: boolean;
  isChosen: boolean;
  /** Whether the row has details. */
  isOpenable: boolean;
  /** Whether the details of the row are open. */
  isOpened: boolean;
  /** Whether what the row stands for is over. */
  isOver: boolean;
}

function UnmemoizedRow<Row>(props: Props<Row>) {
  const { row, id, columns, actionsOf, selection, isFirst, isChosen, isOpenable, isOpened, isOver } = props;
  return (
    <tr
      {...tableRoles.row}
      data-entry={id}
      tabIndex={isFirst ? 0 : -1}
      className={[isOpenable && 'openable', isOpened && 'opened', isChosen && 'chosen', isOver && 'over']
        .filter(Boolean)
        .join(' ')}
      {...(isOpened ? { 'aria-current': true } : {})}
    >
      {selection && (
        <td {...tableRoles.cell} className="check no-print">
          {(selection.isSelectable?.(row) ?? true) && (
            <input
              type="checkbox"
              aria-label={`${selection.nameOf(row)} auswählen`}
              checked={isChosen}
              // The table handles the change. A handler of the row would change with every selection and render all
              // rows again.
              readOnly
            />
          )}
        </td>
      )}
      <Cells row={row} columns={columns} actionsOf={actionsOf} />
    </tr>
  );
}

type CellsProps<Row> = Pick<Props<Row>, 'row' | 'columns' | 'actionsOf'>;

function UnmemoizedCells<Row>({ row, columns, actionsOf }: CellsProps<Row>) {
  return (
    <>
      {columns.map(
        ({ name, cell, width, isNumeric, minBreakpoint, hiddenInPrint, hiddenBesidePanel, oneLine }, index) => {
          const className = [
            isNumeric && 'number',
            minBreakpoint && `from-${minBreakpoint}`,
            hiddenInPrint && 'no-print',
            hiddenBesidePanel && 'beside-panel',
            oneLine && 'one-line',
          ];
          const content = cell(row) || '–';
          const props = {
            className: className.filter(Boolean).join(' '),
            children: content,
            ...(width === undefined ? {} : { style: { width } }),
            ...(oneLine && typeof content === 'string' ? { title: content } : {}),
          };
          return index === 0 ? (
            <th key={name} {...tableRoles.rowHeader} scope="row" {...props} />
          ) : (
            <td key={name} {...tableRoles.cell} {...props} />
          );
        },
      )}
      {actionsOf && (
        <td {...tableRoles.cell} className="row-actions no-print">
          <div>{actionsOf(row)}</div>
        </td>
      )}
    </>
  );
}

/** The cells of a row, which are not rendered again when the row is chosen or opened. */
const Cells = memo(UnmemoizedCells) as typeof UnmemoizedCells;

/**
 * A row of a table. It is rendered again only when its own props change, so selecting one of 500 rows renders only this
 * row.
 */
export const DataRow = memo(
  UnmemoizedRow,
  (before, after) =>
    before.row === after.row &&
    before.columns === after.columns &&
    before.actionsOf === after.actionsOf &&
    before.isChosen === after.isChosen &&
    before.isOpenable === after.isOpenable &&
    before.isOpened === after.isOpened &&
    before.isOver === after.isOver &&
    before.isFirst === after.isFirst,
) as typeof UnmemoizedRow;
