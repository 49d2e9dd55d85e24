import Typography from '@mui/material/Typography';
import { germanMoment } from '../../shared/berlin.ts';
import { Section } from '../../web/ui/layout/Section.tsx';

interface Props {
  /** The name of the account at the identity provider. */
  label: string;
  /** When the person was bound to their account there (ISO); null while they are not. */
  since: string | null;
}

/** Says whether the person is bound to their account at the identity provider, and since when (reference 3.18). */
export function SingleSignOnSection({ label, since }: Props) {
  return (
    <Section id="firmenkonto" title={`Anmeldung über ${label}`}>
      <Typography sx={{ maxWidth: '60ch', overflowWrap: 'anywhere' }}>
        {since
          ? `Verbunden mit ${label} seit ${germanMoment(new Date(since))}. Hast du dort ein neues Konto? Dann lösen ` +
            'Admins die Verbindung, und du meldest dich mit dem neuen an.'
          : `Noch nicht verbunden. „Mit ${label} anmelden“ verbindet dich mit dem Konto, das deine E-Mail-Adresse hat.`}
      </Typography>
    </Section>
  );
}
