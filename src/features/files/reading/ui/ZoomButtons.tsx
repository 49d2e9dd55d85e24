import LargerIcon from '@mui/icons-material/ZoomIn';
import SmallerIcon from '@mui/icons-material/ZoomOut';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';

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
      <IconButton aria-label="Kleiner" disabled={zoom <= min} onClick={() => smaller && onChange(smaller)}>
        <SmallerIcon />
      </IconButton>
      <IconButton aria-label="Größer" disabled={!larger} onClick={() => larger && onChange(larger)}>
        <LargerIcon />
      </IconButton>
    </Box>
  );
}
