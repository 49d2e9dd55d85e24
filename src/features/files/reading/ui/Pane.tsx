import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';

interface Props {
  heading: string;
  /** The id of the heading, for a dialog that is labelled by it. */
  titleId?: string | undefined;
  /** The buttons beside the heading. */
  tools: ReactNode;
  onClose: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
}

/** The pane of an open document: its heading, which gets the focus at first, its buttons and its content. */
export function Pane({ heading, titleId, tools, onClose, onKeyDown, children }: Props) {
  const ownId = useId();
  const headingId = titleId ?? ownId;
  const headingElement = useRef<HTMLHeadingElement>(null);
  useEffect(() => headingElement.current?.focus(), []);
  return (
    <Box component="section" aria-labelledby={headingId} sx={paneStyle} onKeyDown={onKeyDown}>
      <Box sx={toolbarStyle}>
        <Typography ref={headingElement} id={headingId} component="h3" tabIndex={-1} sx={headingStyle}>
          {heading}
        </Typography>
        {tools}
        <IconButton aria-label="Ansicht schließen" onClick={onClose} sx={closeButtonStyle}>
          <CloseIcon />
        </IconButton>
      </Box>
      {children}
    </Box>
  );
}

/** Places a notice between the buttons and the content of a pane. */
export function PaneNotice({ children }: { children: ReactNode }) {
  return <Box sx={{ px: 4, pt: 3 }}>{children}</Box>;
}

const paneStyle = { display: 'flex', flexDirection: 'column', minWidth: 0, minHeight: 0, height: '100%' } as const;
const toolbarStyle = {
  position: 'relative',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1,
  px: 4,
  pt: 2,
  pb: 1,
  borderBottom: 1,
  borderColor: 'divider',
  '& .MuiButton-sizeSmall': { fontSize: '0.875rem' },
} as const;
const headingStyle = {
  fontWeight: 700,
  mr: 'auto',
  minWidth: 0,
  flex: { xs: '1 0 100%', sm: '1 1 160px' },
  pr: { xs: 10, sm: 0 },
  overflowWrap: 'anywhere',
  outline: 'none',
} as const;

/** Places the close button in the corner on phones, where the other buttons have their own line. */
const closeButtonStyle = { position: { xs: 'absolute', sm: 'static' }, top: 0, right: 4 } as const;
