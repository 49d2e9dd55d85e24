import OpenInNew from '@mui/icons-material/OpenInNew';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useId } from 'react';
import { visuallyHidden } from '../../../web/ui/layout/visuallyHidden.ts';

interface Props {
  href: string;
  /** The id of the element that names the coaching. */
  describedBy: string;
  /** Makes the button less prominent, because it is not the first one on the page. */
  quiet?: boolean;
}

/** 'Zum Coaching': opens the coach's meeting in a new tab. */
export function CoachingLink({ href, describedBy, quiet = false }: Props) {
  const hint = useId();
  return (
    <>
      <Button
        variant={quiet ? 'outlined' : 'contained'}
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        endIcon={<OpenInNew />}
        aria-describedby={`${describedBy} ${hint}`}
      >
        Zum Coaching
      </Button>
      <Box component="span" id={hint} sx={visuallyHidden}>
        öffnet einen neuen Tab
      </Box>
    </>
  );
}
