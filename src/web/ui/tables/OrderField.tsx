import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { Order, TableProps } from './DataTable.tsx';

/** The value of the field while no order is chosen and the list has its own order. */
const noOrder = '';

interface OrderProps<Row> {
  columns: TableProps<Row>['columns'];
  order: Order | null;
  onOrder: (order: Order | null) => void;
}

/**
 * The field for the order. The value of an option names the column and whether the order is descending: 'date true'.
 */
export function OrderField<Row>({ columns, order, onOrder }: OrderProps<Row>) {
  const choose = (text: string) => {
    const [by = '', isDescending] = text.split(' ');
    const chosen: Order = { by, isDescending: isDescending === 'true' };
    onOrder(text === noOrder ? null : chosen);
  };
  return (
    <TextField
      select
      size="small"
      label="Sortierung"
      value={order ? `${order.by} ${order.isDescending}` : noOrder}
      onChange={({ target }) => choose(target.value)}
      className="no-print"
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
      sx={{ width: '100%', '& .MuiInputBase-root': { minHeight: 44 } }}
    >
      {!order && <MenuItem value={noOrder}>Wie angezeigt</MenuItem>}
      {columns
        .filter(({ sortable }) => sortable)
        .flatMap(({ name, title, sortable }) => [
          <MenuItem key={`${name} false`} value={`${name} false`}>
            {title}, aufsteigend
          </MenuItem>,
          sortable !== 'ascendingOnly' && (
            <MenuItem key={`${name} true`} value={`${name} true`}>
              {title}, absteigend
            </MenuItem>
          ),
        ])}
    </TextField>
  );
}
