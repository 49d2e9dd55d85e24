import NextIcon from '@mui/icons-material/ArrowDownward';
import PreviousIcon from '@mui/icons-material/ArrowUpward';
import CommentIcon from '@mui/icons-material/CommentOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { visuallyHidden } from '../../../../web/ui/layout/visuallyHidden.ts';
import { lowPane, narrowPane } from '../../reading/ui/Pane.tsx';
import type { ChangeSteps } from './useChangeSteps.ts';

interface Props {
  steps: ChangeSteps;
  /** Whether the document says who made its changes. */
  hasOrigins: boolean;
}

/**
 * The buttons that move to the previous and to the next change and to the next comment, and which of all it is, with who
 * made the change.
 */
export function ChangeButtons({ steps: { totals, place, origin, spokenText, move }, hasOrigins }: Props) {
  return (
    <>
      {totals.change > 0 && (
        <>
          <IconButton
            aria-label="Vorige Änderung"
            aria-keyshortcuts="V"
            title="Taste V"
            onClick={() => move('change', -1)}
          >
            <PreviousIcon />
          </IconButton>
          <Button
            size="small"
            startIcon={<NextIcon />}
            aria-keyshortcuts="N"
            title="Taste N"
            sx={nextStyle}
            onClick={() => move('change', 1)}
          >
            <span>Nächste Änderung</span>
          </Button>
        </>
      )}
      {totals.comment > 0 && (
        <Button
          size="small"
          startIcon={<CommentIcon />}
          aria-label="Nächster Kommentar"
          aria-keyshortcuts="K"
          title="Nächster Kommentar (Taste K)"
          sx={{ minWidth: 0 }}
          onClick={() => move('comment', 1)}
        >
          {totals.comment}
        </Button>
      )}
      <Box role="status" sx={statusStyle}>
        {place || (totals.change > 0 && (totals.change === 1 ? '1 Stelle' : `${totals.change} Stellen`))}
        <Box component="span" sx={visuallyHidden}>
          {spokenText}
        </Box>
        {hasOrigins && (
          <Box component="span" sx={place === '' ? hintStyle : originStyle}>
            {place === '' ? 'Von wem? Wähle eine Änderung.' : origin}
          </Box>
        )}
      </Box>
    </>
  );
}

/** A phone with enlarged text. */
const veryNarrowPane = '@container (max-width: 16rem)';
const nextStyle = {
  [veryNarrowPane]: { px: 1, '& > span:last-of-type': visuallyHidden, '& svg': { fontSize: '1.5rem !important' } },
} as const;

const statusStyle = {
  position: 'relative',
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 3,
  minWidth: '5em',
  [veryNarrowPane]: { minWidth: 0 },
  color: 'text.secondary',
  fontVariantNumeric: 'tabular-nums',
} as const;
/** Has a line of its own, so that the text does not move when it changes. */
const originStyle = {
  [narrowPane]: { flexBasis: '100%', minHeight: '1.5em' },
  [lowPane]: { fontSize: '0.75em' },
} as const;
const hintStyle = { ...originStyle, [lowPane]: visuallyHidden } as const;
