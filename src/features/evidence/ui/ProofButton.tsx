import { download } from '../../../web/calls/api.ts';
import { DownloadButton } from '../../../web/ui/buttons/DownloadButton.tsx';
import { getAttendanceProof, getParticipantAttendanceProof } from '../contract.ts';

interface Props {
  /** The id of the participant whose proof is downloaded; 'self' for the participant who is signed in. */
  participant: 'self' | number;
}

/**
 * The button that downloads a proof of attendance (reference 15.3). Participants download their own proof; admins
 * download the proof of any participant.
 */
export default function ProofButton({ participant }: Props) {
  const fetchProof = async () => ({
    name: 'Teilnahmenachweis.pdf',
    file: await (participant === 'self'
      ? download(getAttendanceProof, {})
      : download(getParticipantAttendanceProof, { participantId: participant })),
  });
  return <DownloadButton label="Teilnahmenachweis (PDF)" createFile={fetchProof} />;
}
