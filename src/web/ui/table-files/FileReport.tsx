import ExpandIcon from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, type ReactNode } from 'react';

interface Props {
  fileName: string;
  /** Whether the file was only checked: nothing was stored, and the report shows what would happen to each row. */
  dryRun: boolean;
  /** The rows that need nothing to be done, such as those that succeeded; folded, and left out where there are none. */
  groups: readonly { title: string; count: number; table: ReactNode }[];
  /** A summary, and the rows that failed. */
  children: ReactNode;
}

/** What became of each row of a file. The heading takes the focus, because the report appears below the button. */
export function FileReport({ fileName, dryRun, groups, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const shownGroups = groups.filter(({ count }) => count > 0);
  return (
    <Box component="section" aria-labelledby="ergebnis">
      <Typography variant="h2" id="ergebnis" ref={heading} tabIndex={-1} sx={{ mb: 4, overflowWrap: 'anywhere' }}>
        {dryRun ? 'Ergebnis der Prüfung' : 'Ergebnis'}: {fileName}
      </Typography>
      {children}
      {shownGroups.length > 0 && (
        <Box sx={{ mt: 8, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
          {shownGroups.map(({ title, count, table }) => (
            <Accordion key={title} slotProps={{ transition: { unmountOnExit: true } }}>
              <AccordionSummary expandIcon={<ExpandIcon />} sx={{ px: { xs: 4, sm: 6 } }}>
                <Typography component="span" variant="h3">
                  {title} ({count.toLocaleString('de-DE')})
                </Typography>
              </AccordionSummary>
              <AccordionDetails sx={{ px: { xs: 4, sm: 6 }, pb: 6 }}>{table}</AccordionDetails>
            </Accordion>
          ))}
        </Box>
      )}
    </Box>
  );
}
