import { ErasureSection } from '../erasure/ui/ErasureSection.tsx';
import { ExportSection } from '../export/ui/ExportSection.tsx';
import { AccessSection } from './AccessSection.tsx';
import { ContactSection } from './ContactSection.tsx';

/** The sections of the settings page about a participant's own data (reference 13). */
export default function OwnDataSections() {
  return (
    <>
      <ContactSection />
      <AccessSection />
      <ExportSection />
      <ErasureSection />
    </>
  );
}
