import Card from '@mui/material/Card';
import { germanDate } from '../../shared/berlin.ts';
import { useSession } from '../../web/session.ts';
import { Fact, Facts } from '../../web/ui/Fact.tsx';
import { PageHeader } from '../../web/ui/PageHeader.tsx';
import { genders } from '../contract.ts';

/** What is stored about the person; read-only (spec §2). */
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
          <Fact label="Qualifizierung">{user.qualification}</Fact>
          <Fact label="Beginn">{germanDate(user.startOfQualification)}</Fact>
          <Fact label="Ende">{germanDate(user.endOfQualification)}</Fact>
          <Fact label="Standort">{user.location.label}</Fact>
          <Fact label="E-Mail">{user.email}</Fact>
          <Fact label="Telefon">{user.phoneNumber}</Fact>
        </Facts>
      </Card>
    </>
  );
}
