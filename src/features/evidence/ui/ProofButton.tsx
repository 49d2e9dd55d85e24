import { download } from '../../../web/calls/api.ts';
import { DownloadButton } from '../../../web/ui/buttons/DownloadButton.tsx';
import { getAttendanceProof, getParticipantAttendanceProof } from '../contract.ts';

interface Props {
  /** The id of the participant whose proof is downloaded; 'oneself' for the participant who is signed in. */
  participant: 'oneself' | number;
}

/**
 * The button that downloads a proof of attendance (reference 15.3). Participants download their own proof; admins
 * download the proof of any participant.
 */
export default function ProofButton({ participant }: Props) {
  const fetchProof = async () => ({
    name: 'Teilnahmenachweis.pdf',
    file: await (participant === 'oneself'
      ? download(getAttendanceProof, {})
      : download(getParticipantAttendanceProof, { participantId: participant })),
  });
  return <DownloadButton label="Teilnahmenachweis (PDF)" createFile={fetchProof} />;
}
