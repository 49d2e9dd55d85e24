import NextIcon from '@mui/icons-material/ArrowDownward';
import PreviousIcon from '@mui/icons-material/ArrowUpward';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import type { useChangeSteps } from './useChangeSteps.ts';

/** The buttons that move to the previous and to the next change, and which of all changes it is. */
export function ChangeButtons({ steps: { current, total, move } }: { steps: ReturnType<typeof useChangeSteps> }) {
  return (
    <>
      <IconButton aria-label="Vorige Änderung" aria-keyshortcuts="V" title="Taste V" onClick={() => move(-1)}>
        <PreviousIcon />
      </IconButton>
      <Button size="small" startIcon={<NextIcon />} aria-keyshortcuts="N" title="Taste N" onClick={() => move(1)}>
        Nächste Änderung
      </Button>
      <Box role="status" sx={{ minWidth: '4em', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {current > 0 && `${current} von ${total}`}
      </Box>
    </>
  );
}
