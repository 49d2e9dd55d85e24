import { download } from '../../../web/calls/api.ts';
import { DownloadButton } from '../../../web/ui/buttons/DownloadButton.tsx';
import { getAttendanceProof, getAttendanceProofOf } from '../contract.ts';

interface Props {
  /** The participant whose proof is saved, by id. */
  of: 'oneself' | number;
}

/** Saves the proof of attendance (reference 15.3): one's own or, for admins, a participant's. */
export default function ProofButton({ of }: Props) {
  const fetchProof = async () => ({
    name: 'Teilnahmenachweis.pdf',
    file: await (of === 'oneself'
      ? download(getAttendanceProof, {})
      : download(getAttendanceProofOf, { participantId: of })),
  });
  return <DownloadButton label="Teilnahmenachweis (PDF)" make={fetchProof} />;
}
