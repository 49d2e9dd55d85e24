import NextIcon from '@mui/icons-material/ArrowDownward';
import PreviousIcon from '@mui/icons-material/ArrowUpward';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { visuallyHidden } from '../../../../web/ui/layout/visuallyHidden.ts';
import type { useChangeSteps } from './useChangeSteps.ts';

/** The buttons that move to the previous and to the next change, and which of all changes it is. */
export function ChangeButtons({
  steps: { current, total, spokenText, move },
}: {
  steps: ReturnType<typeof useChangeSteps>;
}) {
  return (
    <>
      <IconButton aria-label="Vorige Änderung" aria-keyshortcuts="V" title="Taste V" onClick={() => move(-1)}>
        <PreviousIcon />
      </IconButton>
      <Button
        size="small"
        startIcon={<NextIcon />}
        aria-keyshortcuts="N"
        title="Taste N"
        sx={{ [veryNarrowPane]: { px: 1 } }}
        onClick={() => move(1)}
      >
        <Box component="span" sx={nextStyle}>
          Nächste Änderung
        </Box>
      </Button>
      <Box role="status" sx={statusStyle}>
        {current > 0 ? `${current} von ${total}` : total === 1 ? '1 Stelle' : `${total} Stellen`}
        <Box component="span" sx={visuallyHidden}>
          {spokenText}
        </Box>
      </Box>
    </>
  );
}

/** A phone with enlarged text. */
const veryNarrowPane = '@container (max-width: 16rem)';
const nextStyle = { [veryNarrowPane]: visuallyHidden } as const;

const statusStyle = {
  position: 'relative',
  minWidth: '5em',
  [veryNarrowPane]: { minWidth: 0 },
  color: 'text.secondary',
  fontVariantNumeric: 'tabular-nums',
} as const;
