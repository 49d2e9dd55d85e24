import OpenInNew from '@mui/icons-material/OpenInNew';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useId } from 'react';
import { visuallyHidden } from '../../web/ui/visuallyHidden.ts';

/** 'Zum Coaching': the coach's meeting in a new tab. */
export function CoachingLink({ href, describedBy }: { href: string; describedBy: string }) {
  const hint = useId();
  return (
    <>
      <Button
        variant="contained"
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
