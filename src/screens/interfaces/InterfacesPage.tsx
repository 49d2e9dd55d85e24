import Box from '@mui/material/Box';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { HowToSection } from './HowToSection.tsx';
import { TokensSection } from './TokensSection.tsx';
import { WebhooksSection } from './WebhooksSection.tsx';

/** /interfaces: what other systems may do here (reference 2.14, 18). */
export default function InterfacesPage() {
  return (
    <Box sx={{ hyphens: 'auto' }}>
      <PageHeader title={'Schnitt\u00ADstellen'}>
        Damit andere Programme mit dem Portal arbeiten: die {'Teilnehmer\u00ADverwaltung'}, das Berichtswesen, ein
        Skript.
      </PageHeader>
      <Box sx={columns}>
        <div>
          <TokensSection />
          <WebhooksSection />
        </div>
        <HowToSection />
      </Box>
    </Box>
  );
}

/** The explanation is beside the lists where there is room for both, and below them elsewhere. */
const columns = {
  display: 'grid',
  columnGap: 6,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.4fr) minmax(0, 1fr)' },
} as const;
