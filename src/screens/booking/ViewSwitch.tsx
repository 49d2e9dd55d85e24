import Box from '@mui/material/Box';
import { slotViews, type SlotView } from './useSlotView.ts';

const labels: Record<SlotView, string> = { times: 'Zeiten', coaches: 'Coaches', list: 'Liste' };

interface Props {
  view: SlotView;
  onChoose: (view: SlotView) => void;
}

/** The buttons that choose the view of the free slots (reference 4.25). */
export function ViewSwitch({ view, onChoose }: Props) {
  return (
    <Box role="group" aria-label="Ansicht" className="no-print" sx={group}>
      {slotViews.map((option) => (
        <Box
          key={option}
          component="button"
          type="button"
          aria-pressed={option === view}
          onClick={() => onChoose(option)}
          sx={button}
        >
          {labels[option]}
        </Box>
      ))}
    </Box>
  );
}

const group = {
  flex: '1 1 0',
  // On a wide screen, the row of days is below the buttons.
  mb: { md: 3 },
  minWidth: 0,
  maxWidth: 320,
  display: 'flex',
  border: 1,
  borderColor: 'divider',
  borderRadius: '12px',
  overflow: 'hidden',
  bgcolor: 'background.paper',
} as const;

const button = {
  flex: '1 1 auto',
  minWidth: 0,
  minHeight: 42,
  px: 1,
  border: 0,
  bgcolor: 'transparent',
  color: 'text.primary',
  font: 'inherit',
  fontSize: '0.9375rem',
  cursor: 'pointer',
  overflowWrap: 'anywhere',
  '& + &': { borderLeft: 1, borderColor: 'divider' },
  '&:focus-visible': { outlineOffset: -3 },
  '&[aria-pressed=true]': { bgcolor: 'primary.main', color: 'primary.contrastText' },
  // Forced colours remove the background that marks the chosen view.
  '@media (forced-colors: active)': { '&[aria-pressed=true]': { outline: '3px solid', outlineOffset: -4 } },
} as const;
