import ExpandIcon from '@mui/icons-material/ExpandMore';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import { useId, useState, type ReactNode } from 'react';
import { PlainButton } from './PlainButton.tsx';

interface Props {
  kind: 'info' | 'warning' | 'error' | 'success';
  title?: string;
  children: ReactNode;
  action?: ReactNode;
  /** Speaks up when it appears; leave out for boxes that are part of the page from the start. */
  announced?: boolean;
  /** On a phone the title stands alone until the rest is asked for: the page below is what people came for. */
  folds?: boolean;
}

/** A box that stays: warning, information, error. */
export function Notice({ kind, title, children, action, announced = false, folds = false }: Props) {
  const id = useId();
  return (
    <Alert severity={kind} role={announced ? 'alert' : 'note'} action={action} sx={box}>
      {title && (
        <AlertTitle id={id} sx={{ fontWeight: 700 }}>
          {title}
        </AlertTitle>
      )}
      {folds ? <Folded title={id}>{children}</Folded> : children}
    </Alert>
  );
}

/** What is shown on demand on a phone, and at once where there is room, and on paper. */
function Folded({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Box className="no-print" sx={{ display: { sm: 'none' }, ml: -2.5 }}>
        <PlainButton aria-expanded={open} aria-controls={id} aria-describedby={title} onClick={() => setOpen(!open)}>
          {open ? 'Weniger' : 'Mehr dazu'}
          <ExpandIcon aria-hidden sx={open ? { transform: 'rotate(180deg)' } : {}} />
        </PlainButton>
      </Box>
      <Box id={id} sx={{ display: { xs: open ? 'block' : 'none', sm: 'block' }, '@media print': { display: 'block' } }}>
        {children}
      </Box>
    </>
  );
}

const box = {
  mb: 4,
  // On a phone the way on stands below the words, in line with them, not beside them.
  flexWrap: { xs: 'wrap', sm: 'nowrap' },
  '& .MuiAlert-message': { flex: '1 1 0', minWidth: 0, overflowWrap: 'anywhere' },
  '& .MuiAlert-action': {
    ml: { xs: '22px', sm: 'auto' },
    mr: 0,
    pl: { xs: 0, sm: 4 },
    pt: { xs: 0, sm: '4px' },
    pb: { xs: '6px', sm: 0 },
    width: { xs: '100%', sm: 'auto' },
    '& .MuiButton-contained': { ml: { xs: '12px', sm: 0 } },
  },
} as const;
