import Typography from '@mui/material/Typography';
import { Suspense } from 'react';
import { FeedSection } from '../../calendar/ui/FeedSection.tsx';
import { RemindersSection } from '../../mail/ui/RemindersSection.tsx';
import { SessionsSection } from '../../sessions/ui/SessionsSection.tsx';
import { roleOfId } from '../../shared/roles.ts';
import { lazyPart } from '../../web/chunk.ts';
import { usePortal } from '../../web/query.ts';
import { useSession } from '../../web/session.ts';
import { Loading } from '../../web/ui/Loading.tsx';
import { PageHeader } from '../../web/ui/PageHeader.tsx';

const SecondFactorSection = lazyPart(
  'SecondFactorSection',
  () => import('../../second-factor/ui/SecondFactorSection.tsx'),
);

/** What a person may set; each section belongs to its noun. Where the second factor is still missing, it comes alone. */
export default function SettingsPage() {
  const { user } = useSession();
  const role = user && roleOfId(user.role.value);
  const portal = usePortal();
  const only = user?.mustSetUpSecondFactor;
  return (
    <>
      <PageHeader title="Einstellungen">
        {only
          ? 'Für deine Rolle ist die Anmeldung in zwei Schritten vorgeschrieben. Richte sie jetzt ein, dann geht es weiter.'
          : 'Jede Änderung gilt sofort.'}
      </PageHeader>
      {role === 'participant' && <RemindersSection />}
      {role && !only && <FeedSection ofCoach={role !== 'participant'} />}
      {role && role !== 'participant' && (
        <Suspense fallback={<Loading blocks={1} height={160} />}>
          <SecondFactorSection />
        </Suspense>
      )}
      {role && !only && <SessionsSection />}
      {portal && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 4 }}>
          Version {portal.version}
        </Typography>
      )}
    </>
  );
}
