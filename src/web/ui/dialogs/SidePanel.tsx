import CloseIcon from '@mui/icons-material/Close';
import NextIcon from '@mui/icons-material/KeyboardArrowDown';
import PreviousIcon from '@mui/icons-material/KeyboardArrowUp';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useContext, useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useLatest } from '../../useLatest.ts';
import { useMinWidth } from '../../useMinWidth.ts';
import { OpenRowContext, panelMinWidth, panelWidth } from '../tables/openRow.ts';

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * The panel with the details of a table's open row. On a wide screen it stands beside the list, which stays usable; on
 * narrower ones it is a dialog, which fills the screen of a phone. Arrow keys and buttons open the row above or below.
 * Escape or 'back' closes it, and the focus returns to the row.
 */
export function SidePanel({ title, onClose, children }: Props) {
  const { openKey, step, hasPrevious, hasNext } = useContext(OpenRowContext);
  const isBeside = useMinWidth(panelMinWidth);
  const id = useId();
  const heading = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isBeside) return;
    heading.current?.focus({ preventScroll: true });
    const findRow = () => document.querySelector<HTMLElement>(`[data-entry="${openKey}"]`);
    findRow()?.scrollIntoView({ block: 'nearest' });
    return () => {
      // The focus is nowhere if the panel had it and has been closed.
      if (document.activeElement === document.body) findRow()?.focus({ preventScroll: true });
    };
  }, [isBeside, openKey]);
  const latestClose = useLatest(onClose);
  useEffect(() => {
    if (!isBeside) return;
    const closeOnEscape = ({ key, defaultPrevented }: globalThis.KeyboardEvent) => {
      // A dialog, menu or list of suggestions closes first.
      if (key !== 'Escape' || defaultPrevented || document.querySelector(closesOnEscape)) return;
      latestClose.current();
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [isBeside, latestClose]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, currentTarget, defaultPrevented } = event;
    // Events of dialogs that the panel has opened bubble through React, but not through the document.
    if (defaultPrevented || !(target instanceof HTMLElement) || !currentTarget.contains(target)) return;
    if (target.matches('input, textarea, select, [role="combobox"], [role="spinbutton"]')) return;
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
    event.preventDefault();
    step(key === 'ArrowDown' ? 1 : -1);
  };
  const content = (
    <>
      <Box sx={{ display: 'flex', alignItems: 'start', mb: 4 }}>
        <Typography
          ref={heading}
          id={id}
          variant="h2"
          tabIndex={-1}
          sx={{
            flex: 1,
            minWidth: 0,
            pt: 2,
            mr: 2,
            outline: 'none',
            overflowWrap: 'anywhere',
            textWrap: 'balance',
            ...(isBeside && { fontSize: '1.25rem' }),
          }}
        >
          {title}
        </Typography>
        {(hasPrevious || hasNext) && (
          <>
            <IconButton aria-label="Vorheriger Eintrag" disabled={!hasPrevious} onClick={() => step(-1)}>
              <PreviousIcon />
            </IconButton>
            <IconButton aria-label="Nächster Eintrag" disabled={!hasNext} onClick={() => step(1)}>
              <NextIcon />
            </IconButton>
          </>
        )}
        <IconButton aria-label="Details schließen" onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </Box>
      {children}
    </>
  );
  if (isBeside)
    return (
      <Box component="section" aria-labelledby={id} className="no-print" onKeyDown={onKeyDown} sx={besideStyle}>
        {content}
      </Box>
    );
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={id}
      // Keeps the panel inside the main landmark instead of at the end of the page.
      disablePortal
      className="no-print"
      onKeyDown={onKeyDown}
      sx={dialogStyle}
    >
      {content}
    </Dialog>
  );
}

/** The elements that Escape closes before the panel. */
const closesOnEscape = '[role="dialog"], [role="menu"], [role="listbox"]';

const besideStyle = {
  position: 'sticky',
  // Below the header and the table's head.
  top: 84,
  width: panelWidth,
  '--fact-label-width': '120px',
  boxSizing: 'border-box',
  maxHeight: 'calc(100dvh - 100px - var(--connection-notice, 0px))',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  bgcolor: 'background.paper',
  border: 1,
  borderColor: 'divider',
  borderRadius: '16px',
  px: 5,
  py: 3,
} as const;

const dialogStyle = {
  '& .MuiDialog-container': { justifyContent: 'flex-end' },
  '& .MuiDialog-paper': {
    m: 0,
    width: { xs: '100%', sm: 440 },
    maxWidth: 'none',
    height: '100%',
    maxHeight: 'none',
    borderRadius: 0,
    px: { xs: 4, sm: 6 },
    py: 4,
  },
} as const;
