import Button from '@mui/material/Button';
import type { OverviewRow } from '../../features/appointments/contract.ts';
import { splitRows, type BulkAction } from './bulkActions.ts';

interface Props {
  /** The selected rows. */
  rows: readonly OverviewRow[];
  asAdmin: boolean;
  onChoose: (action: BulkAction) => void;
}

/**
 * The buttons of the bulk actions (reference 4.23), each with the number of selected rows that the action applies to.
 */
export function BulkButtons({ rows, asAdmin, onChoose }: Props) {
  const actions: readonly BulkAction[] = asAdmin ? ['delete', 'cancel'] : ['delete'];
  return actions.map((action) => {
    const { applicableRows } = splitRows(rows, action);
    return (
      <Button
        key={action}
        variant="outlined"
        color="error"
        disabled={applicableRows.length === 0}
        onClick={() => onChoose(action)}
      >
        {labels[action]} ({applicableRows.length})
      </Button>
    );
  });
}

const labels: Record<BulkAction, string> = { delete: 'Freie löschen', cancel: 'Gebuchte stornieren' };
