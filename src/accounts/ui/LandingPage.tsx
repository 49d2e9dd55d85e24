import { PageHeader } from '../../web/ui/PageHeader.tsx';

export default function LandingPage() {
  return <PageHeader title="Startseite" />;
}
