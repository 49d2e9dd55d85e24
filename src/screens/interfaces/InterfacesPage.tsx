import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { TokensSection } from './TokensSection.tsx';
import { WebhooksSection } from './WebhooksSection.tsx';

/** /interfaces: what other systems may do here (reference 2.14, 18). */
export default function InterfacesPage() {
  return (
    <>
      <PageHeader title="Schnittstellen">
        Damit andere Programme mit dem Portal arbeiten: die Teilnehmerverwaltung, das Berichtswesen, ein Skript.
      </PageHeader>
      <TokensSection />
      <WebhooksSection />
    </>
  );
}
