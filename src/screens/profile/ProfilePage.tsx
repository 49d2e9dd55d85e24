import Card from '@mui/material/Card';
import { useProviderConfig } from '../../features/provider/ui/provider.ts';
import { roleOfId } from '../../shared/roles.ts';
import { useSession } from '../../web/session.ts';
import { Fact, Facts } from '../../web/ui/layout/Fact.tsx';
import { EmailLink } from '../../web/ui/layout/EmailLink.tsx';
import { TextLink } from '../../web/ui/layout/TextLink.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { genders } from '../../features/accounts/registration/contract.ts';
import { DetailFacts } from '../../features/accounts/ui/DetailFacts.tsx';

/** The data stored about the signed-in user, read-only (reference 3.12). */
export default function ProfilePage() {
  const { user } = useSession();
  const email = useProviderConfig()?.coachingEmail;
  const role = user && roleOfId(user.role.value);
  if (!user) return null;
  return (
    <>
      <PageHeader title="Profil">
        {role === 'participant' && (
          <>
            Deine Telefonnummer änderst du in den <TextLink to="/einstellungen#telefonnummer">Einstellungen</TextLink>
            .{' '}
          </>
        )}
        Stimmt etwas anderes nicht? Dann schreib bitte dem Coaching-Team
        {email && (
          <>
            : <EmailLink address={email} />
          </>
        )}
        .
      </PageHeader>
      <Card sx={{ maxWidth: 720, p: { xs: 5, sm: 8 } }}>
        <Facts>
          <Fact label="Name">
            {user.firstName} {user.lastName}
          </Fact>
          <Fact label="Anrede">{genders.find(({ id }) => id === user.gender)?.label}</Fact>
          <Fact label="Rolle">{user.role.label}</Fact>
          <DetailFacts profile={user} />
          <Fact label="Standort">{user.location.label}</Fact>
          <Fact label="E-Mail">{user.email}</Fact>
          <Fact label="Telefon">{user.phoneNumber}</Fact>
        </Facts>
      </Card>
    </>
  );
}
