import { ProofDialog } from '../../../web/ui/dialogs/ProofDialog.tsx';

interface Props {
  onSubmit: (password: string) => Promise<void>;
  onClosed: () => void;
}

/** Asks for the password before a passkey is created. */
export default function PasskeyProofDialog(props: Props) {
  return <ProofDialog {...props} submitLabel="Weiter" busyText="Einen Moment..." />;
}
