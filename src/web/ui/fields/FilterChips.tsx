import Box from '@mui/material/Box';
import Button from '@mui/material/Button';

interface Props {
  /** The active filters, each with its label and the function that clears it. */
  chips: readonly { label: string; clear: () => void }[];
  /** Clears all filters. Left out if the form has its own 'Zurücksetzen', which also clears the typed text. */
  onReset?: () => void;
}

/**
 * Shows the active filters of a list, each with a cross that clears it, and 'Zurücksetzen', if any filter is active.
 */
export function FilterChips({ chips, onReset }: Props) {
  if (chips.length === 0) return null;
  return (
    <Box role="group" aria-label="Gesetzte Filter" className="no-print" sx={line}>
      {chips.map(({ label, clear }) => (
        <Box
          key={label}
          component="button"
          type="button"
          aria-label={`Filter entfernen: ${label}`}
          onClick={clear}
          sx={chip}
        >
          <span>{label}</span>
          <svg viewBox="0 0 24 24" aria-hidden>
            <path d={cross} />
          </svg>
        </Box>
      ))}
      {onReset && (
        <Button size="small" onClick={onReset} sx={{ minHeight: 32 }}>
          Zurücksetzen
        </Button>
      )}
    </Box>
  );
}

/** The SVG path of MUI's icon Close. */
const cross = 'M19 6.41 17.59 5 12 10.59 6.41 5 5 6.41 10.59 12 5 17.59 6.41 19 12 13.41 17.59 19 19 17.59 13.41 12z';

const line = { display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', my: { xs: 1, sm: 0 } } as const;

/** A plain element, because MUI's chip would add 3 kB to load before the rows of every staff list. */
const chip = {
  all: 'unset',
  boxSizing: 'border-box',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 1,
  minHeight: 28,
  maxWidth: 320,
  pl: 3,
  pr: 2,
  borderRadius: '14px',
  // Shows the chip's shape in forced colours.
  border: '1px solid transparent',
  cursor: 'pointer',
  fontSize: 'body2.fontSize',
  bgcolor: 'action.disabledBackground',
  '& span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& svg': { flex: 'none', width: 16, height: 16, fill: 'currentColor' },
  '&:hover': { bgcolor: 'action.selected' },
  '&:focus-visible': { outline: '3px solid', outlineColor: 'primary.main' },
  // On a touch screen, an area that is 44 px high removes the filter.
  position: 'relative',
  '@media (pointer: coarse)': { my: 1, '&::after': { content: '""', position: 'absolute', inset: '-9px 0' } },
} as const;
