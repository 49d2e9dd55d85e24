import OpenInNew from '@mui/icons-material/OpenInNew';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useProviderConfig } from '../../provider/ui/provider.ts';
import { visuallyHidden } from '../../../web/ui/layout/visuallyHidden.ts';
import { BranchField } from './BranchField.tsx';

/** The pages for public reviews, by their keys in `links` of getPortal; a page without a URL is left out. */
const pages = [
  ['reviewWebsite', 'Auf unserer Website bewerten'],
  ['reviewPlatform', 'Auf einem Bewertungsportal bewerten'],
] as const;

/** The section 'Noch ein Wunsch': links to public reviews, each in a new tab. `heading` is the level of its title. */
export default function PublicReviews({ heading = 'h3' }: { heading?: 'h2' | 'h3' }) {
  const portal = useProviderConfig();
  return (
    <Box component="section" sx={sectionStyle}>
      <Typography variant={heading}>Noch ein Wunsch</Typography>
      <Typography sx={{ maxWidth: '70ch' }}>
        Hat dir das Coaching geholfen? Dann freuen wir uns, wenn du das auch öffentlich sagst. Das ist freiwillig und
        hat mit deiner Bewertung hier im Portal nichts zu tun.
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3 }}>
        {pages.map(([key, label]) => {
          const url = portal?.links[key];
          if (!url) return null;
          return (
            <Button
              key={key}
              variant="outlined"
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              endIcon={<OpenInNew />}
              sx={{ minWidth: 0, overflowWrap: 'anywhere', hyphens: 'auto' }}
            >
              {label}
              <Box component="span" sx={visuallyHidden}>
                {' '}
                (neuer Tab)
              </Box>
            </Button>
          );
        })}
      </Box>
      {portal && <BranchField provider={portal.provider} />}
    </Box>
  );
}

const sectionStyle = {
  display: 'grid',
  // Large text must not make the column wider than the screen.
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 4,
  pt: 6,
  borderTop: 1,
  borderColor: 'divider',
} as const;
