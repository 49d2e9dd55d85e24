import { PageHeader } from '../../web/ui/PageHeader.tsx';

export default function ConfirmPage() {
  return <PageHeader title="Registrierung" />;
}
