import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Heart } from '../../web/ui/layout/Heart.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { PlainButton } from '../../web/ui/buttons/PlainButton.tsx';
import { Logo } from '../Logo.tsx';

/**
 * The page in place of a page that cannot be loaded (reference 1.11). It is prerendered, and page.ts fills in the kept
 * appointments.
 */
export function OfflinePage() {
  return (
    <Box sx={{ minHeight: '100dvh' }}>
      <Box component="header" sx={header}>
        <Logo />
        <Typography component="span" sx={{ fontWeight: 600 }}>
          Unser <Heart /> schlägt für Bildung
        </Typography>
      </Box>
      <Box component="main" sx={{ maxWidth: 720, mx: 'auto', px: { xs: 4, sm: 6 }, pt: { xs: 4, sm: 10 }, pb: 16 }}>
        <PageHeader title="Keine Verbindung">
          Die Seite öffnet sich von selbst, sobald du wieder online bist. Buchen, Umbuchen, Stornieren und deine
          Unterlagen gibt es erst dann.
        </PageHeader>
        <PlainButton outlined data-part="retry">
          Jetzt versuchen
        </PlainButton>
        <Box component="span" role="status" data-part="result" sx={{ ml: 4 }} />
        <Box component="section" data-part="appointments" hidden sx={{ mt: 8 }}>
          <Typography variant="h2" sx={{ mb: 4 }}>
            Deine nächsten Termine
          </Typography>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }} />
          <template>
            <Box component="li" sx={card}>
              <Box data-part="day" sx={{ fontWeight: 600 }} />
              <Box data-part="time" sx={{ fontSize: '1.5rem', fontWeight: 700 }} />
              <Box data-part="coach" />
              <Box component="a" data-part="link" rel="noopener noreferrer" sx={{ color: 'primary.main', py: 2 }}>
                Zum Coaching
              </Box>
            </Box>
          </template>
        </Box>
      </Box>
    </Box>
  );
}

const header = {
  display: 'flex',
  alignItems: 'center',
  gap: 3,
  minHeight: { xs: 64, sm: 72 },
  px: 4,
  borderBottom: 1,
  borderColor: 'divider',
} as const;

const card = {
  display: 'grid',
  justifyItems: 'start',
  gap: 1,
  mb: 4,
  p: 4,
  border: 1,
  borderColor: 'divider',
  borderRadius: '14px',
  bgcolor: 'action.disabledBackground',
  overflowWrap: 'anywhere',
} as const;
