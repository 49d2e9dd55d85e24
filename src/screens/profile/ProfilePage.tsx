import Card from '@mui/material/Card';
import { useSession } from '../../web/session.ts';
import { Fact, Facts } from '../../web/ui/layout/Fact.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { genders } from '../../features/accounts/registration/contract.ts';
import { DetailFacts } from '../../features/accounts/ui/DetailFacts.tsx';

/** The data stored about the signed-in user, read-only (reference 3.12). */
export default function ProfilePage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <PageHeader title="Profil">Stimmt etwas nicht? Dann melde dich bitte beim Coaching-Team.</PageHeader>
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
