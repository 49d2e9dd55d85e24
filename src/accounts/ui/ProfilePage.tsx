import { PageHeader } from '../../web/ui/PageHeader.tsx';

export default function ProfilePage() {
  return <PageHeader title="Profil" />;
}
