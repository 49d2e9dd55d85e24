import Typography from '@mui/material/Typography';
import { Suspense } from 'react';
import { FeedSection } from '../../features/calendar-feed/ui/FeedSection.tsx';
import { RemindersSection } from '../../features/mail/ui/RemindersSection.tsx';
import { SessionsSection } from '../../features/sessions/ui/SessionsSection.tsx';
import { roleOfId, type Role } from '../../shared/roles.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { useProviderConfig } from '../../features/provider/ui/provider.ts';
import { useSession } from '../../web/session.ts';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { TextLink } from '../../web/ui/layout/TextLink.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { SettingsIndex, type IndexEntry } from './SettingsIndex.tsx';

const PasskeysSection = lazyComponent(
  'PasskeysSection',
  () => import('../../features/passkeys/ui/PasskeysSection.tsx'),
);
const SecondFactorSection = lazyComponent('SecondFactorSection', () => import('./SecondFactorSection.tsx'));
const OwnDataSections = lazyComponent(
  'OwnDataSections',
  () => import('../../features/own-data/ui/OwnDataSections.tsx'),
);

/**
 * Returns the anchors and short names of a role's sections, in the order of the page; `accountLabel` is the name of the
 * account at the identity provider, null without one.
 */
const indexOf = (role: Role, hasPasskeys: boolean, accountLabel: string | null): IndexEntry[] => [
  ...(role === 'participant' ? [['erinnerungen', 'Erinnerungen'] as const] : []),
  ['kalender', 'Kalender'],
  ...(hasPasskeys ? [['passkeys', 'Passkeys'] as const] : []),
  ...(role === 'participant' ? [] : [['zwei-schritte', 'Anmeldung in zwei Schritten'] as const]),
  ...(role === 'participant' || accountLabel === null ? [] : [['firmenkonto', accountLabel] as const]),
  ['sitzungen', 'Sitzungen'],
  ...(role === 'participant'
    ? ([
        ['telefonnummer', 'Telefonnummer'],
        ['zugriffe', 'Zugriffe'],
        ['herunterladen', 'Daten herunterladen'],
        ['loeschen', 'Daten löschen'],
      ] as const)
    : []),
];

/** A person's settings. Until a required second factor is set up, only the section for the second factor is shown. */
export default function SettingsPage() {
  const { user } = useSession();
  const role = user && roleOfId(user.role.value);
  const config = useProviderConfig();
  const mustSetUpSecondFactor = user?.mustSetUpSecondFactor;
  const hasPasskeys = config?.passkeys ?? false;
  const accountLabel = config?.sso?.label ?? null;
  return (
    <>
      <PageHeader title="Einstellungen">
        {mustSetUpSecondFactor
          ? 'Für deine Rolle ist die Anmeldung in zwei Schritten vorgeschrieben. Richte sie jetzt ein, dann geht es weiter.'
          : 'Jede Änderung gilt sofort.'}
      </PageHeader>
      {role && !mustSetUpSecondFactor && <SettingsIndex sections={indexOf(role, hasPasskeys, accountLabel)} />}
      {role === 'participant' && <RemindersSection />}
      {role && !mustSetUpSecondFactor && <FeedSection isStaff={role !== 'participant'} />}
      {role && !mustSetUpSecondFactor && hasPasskeys && (
        <Suspense fallback={<Loading blocks={1} height={160} minHeight={{ xs: 290, sm: 226 }} />}>
          <PasskeysSection />
        </Suspense>
      )}
      {role && role !== 'participant' && (
        // The placeholder is as tall as the section.
        <Suspense fallback={<Loading blocks={1} height={160} minHeight={{ xs: 290, sm: 226 }} />}>
          <SecondFactorSection />
        </Suspense>
      )}
      {role && !mustSetUpSecondFactor && <SessionsSection />}
      {role === 'participant' && (
        <Suspense fallback={<Loading blocks={2} height={200} />}>
          <OwnDataSections />
        </Suspense>
      )}
      {config && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 4 }}>
          <span>Version {config.version}</span> · <TextLink to="/lizenzen">Lizenzen</TextLink>
        </Typography>
      )}
    </>
  );
}
