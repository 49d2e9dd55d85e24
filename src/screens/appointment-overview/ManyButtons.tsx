import Button from '@mui/material/Button';
import type { OverviewRow } from '../../features/appointments/contract.ts';
import { splitRows, type ManyAction } from './many.ts';

interface Props {
  /** The chosen rows. */
  rows: readonly OverviewRow[];
  asAdmin: boolean;
  onChoose: (action: ManyAction) => void;
}

/** What can be done with the chosen rows (reference 4.23), and with how many of them. */
export function ManyButtons({ rows, asAdmin, onChoose }: Props) {
  const actions: readonly ManyAction[] = asAdmin ? ['delete', 'cancel'] : ['delete'];
  return actions.map((action) => {
    const { doable } = splitRows(rows, action);
    return (
      <Button
        key={action}
        variant="outlined"
        color="error"
        disabled={doable.length === 0}
        onClick={() => onChoose(action)}
      >
        {names[action]} ({doable.length})
      </Button>
    );
  });
}

const names: Record<ManyAction, string> = { delete: 'Freie löschen', cancel: 'Gebuchte stornieren' };
