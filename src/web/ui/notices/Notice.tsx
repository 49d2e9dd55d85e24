import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import ExpandIcon from '@mui/icons-material/ExpandMore';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import SuccessIcon from '@mui/icons-material/TaskAlt';
import WarningIcon from '@mui/icons-material/ReportProblemOutlined';
import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import type {} from '@mui/material/themeCssVarsAugmentation';
import { useId, useState, type ReactNode } from 'react';
import { useMinWidth } from '../../useMinWidth.ts';

const icons = { info: InfoIcon, warning: WarningIcon, error: ErrorIcon, success: SuccessIcon };

interface Props {
  kind: keyof typeof icons;
  title?: string;
  children: ReactNode;
  action?: ReactNode;
  /**
   * Whether screen readers announce the box when it appears. Not for boxes that are part of the page from the start.
   */
  announced?: boolean;
  /** Whether a phone shows only the title until it is opened, so that the content below stays on the screen. */
  foldsOnPhone?: boolean;
}

/**
 * A box with information, a warning, an error or a success, which cannot be closed. MUI's alert includes a close
 * button, whose code would delay the first paint of every list.
 */
export function Notice({ kind, title, children, action, announced = false, foldsOnPhone = false }: Props) {
  const Icon = icons[kind];
  const colour = (part: 'StandardBg' | 'Color' | 'IconColor') => (t: Theme) => t.vars?.palette.Alert[`${kind}${part}`];
  return (
    <Box
      role={announced ? 'alert' : 'note'}
      sx={{
        ...(foldsOnPhone ? { ...box, ...foldedBox } : box),
        bgcolor: colour('StandardBg'),
        color: colour('Color'),
        '& > svg': { color: colour('IconColor') },
      }}
    >
      <Icon sx={{ mr: 3, my: foldsOnPhone ? { xs: '11px', sm: 1.75 } : 1.75, fontSize: 22 }} />
      <Box sx={{ flex: '1 1 0', py: foldsOnPhone ? { xs: 0, sm: 2 } : 2, minWidth: 0, overflowWrap: 'anywhere' }}>
        {foldsOnPhone ? (
          <FoldableContent title={title ?? ''}>{children}</FoldableContent>
        ) : (
          <>
            {title && <Box sx={{ mb: 1, fontWeight: 700 }}>{title}</Box>}
            {children}
          </>
        )}
      </Box>
      {action && <Box sx={actionStyle}>{action}</Box>}
    </Box>
  );
}

/** On a phone the title opens and closes the content; on larger screens and on paper both are shown. */
function FoldableContent({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const isWide = useMinWidth(600);
  return (
    <>
      {isWide ? (
        <Box sx={{ mb: 1, fontWeight: 700 }}>{title}</Box>
      ) : (
        <Box
          component="button"
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          sx={foldButton}
        >
          {title}
          <ExpandIcon aria-hidden className="no-print" sx={isOpen ? { transform: 'rotate(180deg)' } : {}} />
        </Box>
      )}
      <Box
        id={id}
        sx={{
          display: isWide || isOpen ? 'block' : 'none',
          pb: { xs: 2, sm: 0 },
          '@media print': { display: 'block' },
        }}
      >
        {children}
      </Box>
    </>
  );
}

const foldButton = {
  width: '100%',
  minHeight: 44,
  px: 0,
  py: 0.5,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 2,
  border: 0,
  bgcolor: 'transparent',
  color: 'inherit',
  font: 'inherit',
  fontSize: '0.9375rem',
  lineHeight: 1.35,
  fontWeight: 700,
  textAlign: 'left',
  cursor: 'pointer',
} as const;

const box = {
  mb: 4,
  px: 4,
  py: 1.5,
  display: 'flex',
  // On a phone the action is below the text and aligned with it, not beside it.
  flexWrap: { xs: 'wrap', sm: 'nowrap' },
  alignItems: 'flex-start',
  borderRadius: '14px',
  // The outline is only visible in forced colours, which draw no background.
  outline: '1px solid transparent',
  outlineOffset: -1,
  fontSize: '1rem',
  lineHeight: 1.43,
} as const;

/** Makes the folded box only one line high on a phone. */
const foldedBox = { mb: { xs: 2, sm: 4 }, px: { xs: 3, sm: 4 }, py: { xs: 0, sm: 1.5 } } as const;

const actionStyle = {
  display: 'flex',
  alignItems: 'flex-start',
  ml: { xs: '22px', sm: 'auto' },
  pl: { xs: 0, sm: 4 },
  pt: { xs: 0, sm: 1 },
  pb: { xs: 1.5, sm: 0 },
  width: { xs: '100%', sm: 'auto' },
  '& .MuiButton-contained': { ml: { xs: 3, sm: 0 } },
} as const;
