import Button from '@mui/material/Button';
import type { OverviewRow } from '../../features/appointments/contract.ts';
import { splitRows, type ManyDeed } from './many.ts';

interface Props {
  /** The chosen rows. */
  rows: readonly OverviewRow[];
  asAdmin: boolean;
  onChoose: (deed: ManyDeed) => void;
}

/** What can be done with the chosen rows (reference 4.23), and with how many of them. */
export function ManyButtons({ rows, asAdmin, onChoose }: Props) {
  const deeds: readonly ManyDeed[] = asAdmin ? ['delete', 'cancel'] : ['delete'];
  return deeds.map((deed) => {
    const { doable } = splitRows(rows, deed);
    return (
      <Button key={deed} variant="outlined" color="error" disabled={doable.length === 0} onClick={() => onChoose(deed)}>
        {names[deed]} ({doable.length})
      </Button>
    );
  });
}

const names: Record<ManyDeed, string> = { delete: 'Freie löschen', cancel: 'Gebuchte stornieren' };
