import { ProofDialog } from '../../../../web/ui/dialogs/ProofDialog.tsx';
import { exportFailureMessage, fetchExport } from './fetchExport.ts';

/** Asks for the password and then downloads the archive. */
export default function PasswordDialog({ onClosed }: { onClosed: () => void }) {
  return (
    <ProofDialog
      onSubmit={fetchExport}
      onClosed={onClosed}
      submitLabel="Herunterladen"
      busyText="Wird zusammengestellt..."
      messageOf={exportFailureMessage}
    />
  );
}
