import OpenInNew from '@mui/icons-material/OpenInNew';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useId } from 'react';
import { visuallyHidden } from '../../../web/ui/layout/visuallyHidden.ts';

interface Props {
  href: string;
  /** The id of the element that names the coaching. */
  describedBy: string;
  /** Makes the button less prominent. */
  quiet?: boolean;
}

/** The button 'Zum Coaching', which opens the coach's online meeting in a new tab. */
export function CoachingLink({ href, describedBy, quiet = false }: Props) {
  const hintId = useId();
  return (
    <>
      <Button
        variant={quiet ? 'outlined' : 'contained'}
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        endIcon={<OpenInNew />}
        aria-describedby={`${describedBy} ${hintId}`}
      >
        Zum Coaching
      </Button>
      <Box component="span" id={hintId} sx={visuallyHidden}>
        öffnet einen neuen Tab
      </Box>
    </>
  );
}
