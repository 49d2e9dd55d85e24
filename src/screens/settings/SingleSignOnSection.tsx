import Typography from '@mui/material/Typography';
import { useProviderConfig } from '../../features/provider/ui/provider.ts';
import { getSecondFactor } from '../../features/second-factor/contract.ts';
import { germanMoment } from '../../shared/berlin.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { Section } from '../../web/ui/layout/Section.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';

/** Says whether the person is bound to their account at the identity provider, and since when (reference 3.18). */
export default function SingleSignOnSection() {
  const label = useProviderConfig()?.sso?.label ?? 'Firmenkonto';
  const answer = useApiQuery(getSecondFactor, {});
  const since = answer.data?.data.singleSignOnSince;
  return (
    <Section id="firmenkonto" title={`Anmeldung über ${label}`}>
      {answer.isError && <ErrorNotice error={answer.error} retry={() => void answer.refetch()} />}
      {answer.isPending && <Loading blocks={1} height={44} />}
      {answer.data && (
        <Typography sx={{ maxWidth: '60ch', overflowWrap: 'anywhere' }}>
          {since
            ? `Verbunden mit ${label} seit ${germanMoment(new Date(since))}. Hast du dort ein neues Konto, lösen ` +
              'Admins die Verbindung, damit du dich damit anmelden kannst.'
            : `Noch nicht verbunden. „Mit ${label} anmelden“ verbindet dich mit dem Konto, das deine E-Mail-Adresse hat.`}
        </Typography>
      )}
    </Section>
  );
}
