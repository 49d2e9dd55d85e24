import { PageHeader } from '../../web/ui/PageHeader.tsx';

export default function WelcomePage() {
  return <PageHeader title="Willkommen" />;
}
