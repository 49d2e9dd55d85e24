import { download } from '../../../web/calls/api.ts';
import { DownloadButton } from '../../../web/ui/buttons/DownloadButton.tsx';
import { getAttendanceProof, getAttendanceProofOf } from '../contract.ts';

interface Props {
  /** The participant whose proof is saved, by id. */
  participant: 'oneself' | number;
}

/** Saves the proof of attendance (reference 15.3): one's own or, for admins, a participant's. */
export default function ProofButton({ participant }: Props) {
  const fetchProof = async () => ({
    name: 'Teilnahmenachweis.pdf',
    file: await (participant === 'oneself'
      ? download(getAttendanceProof, {})
      : download(getAttendanceProofOf, { participantId: participant })),
  });
  return <DownloadButton label="Teilnahmenachweis (PDF)" createFile={fetchProof} />;
}
