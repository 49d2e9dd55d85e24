import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { visuallyHidden } from '../../../web/ui/layout/visuallyHidden.ts';

/** Which statuses are shown, as the overview's calls expect them. */
export interface StatusSelection {
  booked: boolean;
  free: boolean;
  missed: boolean;
}

/** The labels of the statuses in the overview. */
const statusLabels = [
  ['booked', 'Gebucht'],
  ['free', 'Frei'],
  ['missed', 'Versäumt'],
] as const;

/** Returns a chip for each hidden status, for `FilterChips`. */
export function hiddenStatusChips(selection: StatusSelection, onChange: (selection: StatusSelection) => void) {
  return statusLabels
    .filter(([status]) => !selection[status])
    .map(([status, label]) => ({ label: `Ohne: ${label}`, clear: () => onChange({ ...selection, [status]: true }) }));
}

/** The highest count that a badge shows (reference 7.8). */
const maxShownCount = 9999;

interface Props {
  selection: StatusSelection;
  /** The number of appointments of each status in the range; undefined while it is unknown. */
  counts: Record<keyof StatusSelection, number> | undefined;
  onChange: (selection: StatusSelection) => void;
}

/** A checkbox for each status with the number of its appointments, and a button that leaves only the free ones. */
export function StatusFilter({ selection, counts, onChange }: Props) {
  const isFreeOnly = selection.free && !selection.booked && !selection.missed;
  return (
    <Box component="fieldset" className="no-print" sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Box component="legend" sx={visuallyHidden}>
        Status
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 6 }}>
        {statusLabels.map(([status, label]) => (
          <FormControlLabel
            key={status}
            label={
              <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2 }}>
                {label}{' '}
                {counts && (
                  <Box component="span" sx={badge}>
                    {formatCount(counts[status])}
                  </Box>
                )}
              </Box>
            }
            control={
              <Checkbox
                size="small"
                sx={{ py: 1 }}
                checked={selection[status]}
                onChange={(_, checked) => onChange({ ...selection, [status]: checked })}
              />
            }
          />
        ))}
        <Button size="small" onClick={() => onChange(isFreeOnly ? everything : freeOnly)}>
          {isFreeOnly ? 'Alle zeigen' : 'Nur freie'}
        </Button>
      </Box>
    </Box>
  );
}

const freeOnly: StatusSelection = { booked: false, free: true, missed: false };
const everything: StatusSelection = { booked: true, free: true, missed: true };

function formatCount(n: number): string {
  return n > maxShownCount ? `${maxShownCount}+` : String(n);
}

const badge = {
  minWidth: 28,
  px: 1.5,
  borderRadius: '12px',
  textAlign: 'center',
  fontSize: 'body2.fontSize',
  bgcolor: 'action.disabledBackground',
} as const;
