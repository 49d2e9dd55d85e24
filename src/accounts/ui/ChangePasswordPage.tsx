import { PageHeader } from '../../web/ui/PageHeader.tsx';

export default function ChangePasswordPage() {
  return <PageHeader title="Passwort" />;
}
