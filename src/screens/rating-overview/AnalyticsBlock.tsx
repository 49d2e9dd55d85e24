import ExpandIcon from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Theme } from '@mui/material/styles';
import type { InputOf } from '../../shared/call.ts';
import type { getRatingAnalytics } from '../../features/ratings/contract.ts';
import { RatingAnalytics } from '../../features/ratings/ui/RatingAnalytics.tsx';

/** The analytics of the ratings listed below, for admins; collapsed on narrow screens, where the block is long. */
export default function AnalyticsBlock({ filters }: { filters: InputOf<typeof getRatingAnalytics> }) {
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up('md'));
  return (
    <Accordion
      defaultExpanded={isWide}
      slotProps={{ transition: { unmountOnExit: true }, heading: { component: 'h2' } }}
      // The library overrides the margin of an expanded accordion.
      sx={{ '&, &.Mui-expanded': { mb: 6 } }}
    >
      <AccordionSummary
        id="auswertung"
        aria-controls="auswertung-inhalt"
        expandIcon={<ExpandIcon />}
        sx={{ px: { xs: 4, sm: 6 } }}
      >
        <Typography component="span" sx={{ fontWeight: 700 }}>
          Auswertung
        </Typography>
      </AccordionSummary>
      <AccordionDetails sx={{ px: { xs: 4, sm: 6 }, pt: 4, pb: 6, borderTop: 1, borderColor: 'divider' }}>
        <RatingAnalytics filters={filters} />
      </AccordionDetails>
    </Accordion>
  );
}
