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
  /**
   * Buttons before these that stay in sight where there is little room: everything else then scrolls with the content,
   * which must not scroll by itself (`lowPane`). Without them only the content scrolls.
   */
  stickyTools?: ReactNode;
  onClose: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
}

/** The pane of an open document: its heading, which gets the focus at first, its buttons and its content. */
export function Pane({ heading, titleId, tools, stickyTools, onClose, onKeyDown, children }: Props) {
  const ownId = useId();
  const headingId = titleId ?? ownId;
  const headingElement = useRef<HTMLHeadingElement>(null);
  useEffect(() => headingElement.current?.focus(), []);
  return (
    <Box component="section" aria-labelledby={headingId} sx={paneStyle} onKeyDown={onKeyDown}>
      <Box sx={stickyTools === undefined ? columnStyle : { ...columnStyle, [lowPane]: scrollingStyle }}>
        <Box sx={stickyTools === undefined ? toolbarStyle : { ...toolbarStyle, [lowPane]: { display: 'contents' } }}>
          <Typography ref={headingElement} id={headingId} component="h3" tabIndex={-1} sx={headingStyle}>
            {heading}
          </Typography>
          {stickyTools && <Box sx={stickyStyle}>{stickyTools}</Box>}
          <Box sx={toolsStyle}>{tools}</Box>
          <IconButton aria-label="Ansicht schließen" onClick={onClose} sx={closeButtonStyle}>
            <CloseIcon />
          </IconButton>
        </Box>
        {children}
      </Box>
    </Box>
  );
}

/** A pane that is so low, measured in its text, that a header would leave no room for the text. */
export const lowPane = '@container (max-height: 32rem)';

/** A pane in which the heading and the buttons have no room side by side. */
export const narrowPane = '@container (max-width: 58rem)';

/** Places a notice between the buttons and the content of a pane. */
export function PaneNotice({ children }: { children: ReactNode }) {
  return <Box sx={{ px: 4, pt: 3 }}>{children}</Box>;
}

const paneStyle = { position: 'relative', minWidth: 0, minHeight: 0, height: '100%', containerType: 'size' } as const;
const columnStyle = { display: 'flex', flexDirection: 'column', height: '100%' } as const;
const scrollingStyle = { display: 'block', overflow: 'auto' } as const;
const toolbarStyle = {
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
  flex: '1 1 160px',
  overflowWrap: 'anywhere',
  outline: 'none',
  [narrowPane]: { flex: '1 0 100%', pr: '3rem' },
  [lowPane]: { px: 4, py: 2, pr: '3.5rem' },
} as const;
const toolsStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1,
  [lowPane]: { px: 2 },
} as const;
/** In a low pane, the close button stays beside these buttons. */
const stickyStyle = {
  ...toolsStyle,
  [lowPane]: {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    minHeight: '2.75rem',
    px: 2,
    pr: '3rem',
    bgcolor: 'background.paper',
    borderBottom: 1,
    borderColor: 'divider',
  },
  // At 400 % zoom they would take too much of the height.
  '@container (max-height: 17rem)': { position: 'static' },
} as const;

/** Places the close button in the corner, where the other buttons have their own line. */
const cornerStyle = { position: 'absolute', top: 0, right: 4, zIndex: 2 } as const;
const closeButtonStyle = { [narrowPane]: cornerStyle, [lowPane]: cornerStyle } as const;
