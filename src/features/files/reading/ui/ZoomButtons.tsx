import LargerIcon from '@mui/icons-material/ZoomIn';
import SmallerIcon from '@mui/icons-material/ZoomOut';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';

/** The zoom factors of a document. */
const zoomFactors = [0.5, 0.75, 1, 1.5, 2, 3] as const;
export type ZoomFactor = (typeof zoomFactors)[number];

interface Props {
  zoom: ZoomFactor;
  min: ZoomFactor;
  onChange: (zoom: ZoomFactor) => void;
}

/** The buttons that make a document smaller, down to `min`, and larger. */
export function ZoomButtons({ zoom, min, onChange }: Props) {
  const smaller = zoomFactors.findLast((factor) => factor < zoom);
  const larger = zoomFactors.find((factor) => factor > zoom);
  return (
    <Box sx={{ whiteSpace: 'nowrap' }}>
      <ZoomButton label="Kleiner" onClick={smaller && zoom > min ? () => onChange(smaller) : null}>
        <SmallerIcon />
      </ZoomButton>
      <ZoomButton label="Größer" onClick={larger ? () => onChange(larger) : null}>
        <LargerIcon />
      </ZoomButton>
    </Box>
  );
}

/** A button that keeps the focus at the last zoom factor; a disabled one would lose it, and the keys with it. */
function ZoomButton({
  label,
  onClick,
  children,
}: {
  label: string;
  onClick: (() => void) | null;
  children: ReactNode;
}) {
  return (
    <IconButton
      aria-label={label}
      aria-disabled={onClick ? undefined : true}
      disableRipple={!onClick}
      sx={{ '&[aria-disabled=true]': { color: 'action.disabled', cursor: 'default', bgcolor: 'transparent' } }}
      onClick={() => onClick?.()}
    >
      {children}
    </IconButton>
  );
}
