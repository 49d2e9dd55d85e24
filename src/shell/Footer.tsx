import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useProviderConfig } from '../features/provider/ui/provider.ts';

/** The keys of the provider's links (`links` of getPortal) and their labels. Links without a URL are left out. */
const providerLinks = [
  ['company', 'Unternehmen'],
  ['blog', 'Blog'],
  ['feedback', 'Feedback geben'],
  ['guide', 'Ratgeber: arbeitslos melden'],
  ['qualificationLaw', 'Qualifizierungschancengesetz'],
  ['voucher', 'Bildungsgutschein'],
] as const;
const legalLinks = [
  ['imprint', 'Impressum'],
  ['terms', 'AGB'],
  ['privacy', 'Datenschutz'],
  ['accessibility', 'Barrierefreiheit'],
] as const;

/** The links to the portal's legal pages where they exist, otherwise to the provider's (reference 1.5). */
export function LegalLinks() {
  return <LinkList entries={legalLinks} links={useProviderConfig()?.links} />;
}

/** The keys of all links in the footer. */
export const footerLinkKeys: readonly string[] = [...providerLinks, ...legalLinks].map(([key]) => key);

/**
 * The footer, with columns for the provider, funded training and legal texts (reference 1.5). Links open in a new tab.
 */
export function Footer() {
  const providerConfig = useProviderConfig();
  return (
    <Box component="footer" sx={{ bgcolor: 'background.paper', borderTop: 1, borderColor: 'divider' }}>
      <Box sx={columns}>
        <Column title={providerConfig?.provider ?? 'Über uns'}>
          <LinkList entries={providerLinks} links={providerConfig?.links} />
        </Column>
        <Column title="Geförderte Weiterbildung">
          <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: '44ch' }}>
            Über 30.000 Menschen schließen jedes Jahr eine Weiterbildung bei uns ab: an über 200 Standorten oder von zu
            Hause aus. Mit einer Förderung ist sie für dich kostenfrei.
          </Typography>
        </Column>
        <Column title="Rechtliches">
          <LegalLinks />
        </Column>
      </Box>
    </Box>
  );
}

const columns = {
  maxWidth: 1200,
  mx: 'auto',
  px: { xs: 4, sm: 6 },
  py: 10,
  display: 'grid',
  gap: 8,
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    sm: 'repeat(2, minmax(0, 1fr))',
    md: 'minmax(0, 1fr) minmax(0, 1.4fr) minmax(0, 1fr)',
  },
} as const;

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Typography variant="h3" component="h2" sx={{ mb: 2 }}>
        {title}
      </Typography>
      {children}
    </div>
  );
}

interface LinkListProps {
  entries: readonly (readonly [string, string])[];
  /**
   * The URLs by key; undefined while they are loading. Until then the labels, without links, reserve the space.
   */
  links: Record<string, string> | undefined;
}

function LinkList({ entries, links }: LinkListProps) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {entries.map(([key, label]) => {
        const url = links?.[key];
        if (links && !url) return null;
        return (
          <li key={key} className={key}>
            {url ? (
              <Box component="a" href={url} target="_blank" rel="noopener noreferrer" sx={footerLink}>
                {label}
              </Box>
            ) : (
              <Box component="span" sx={footerLink}>
                {label}
              </Box>
            )}
          </li>
        );
      })}
    </Box>
  );
}

const footerLink = {
  display: 'inline-block',
  maxWidth: '100%',
  py: 1.5,
  color: 'text.primary',
  fontSize: '0.9375rem',
  textUnderlineOffset: '0.2em',
} as const;
