import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { SidePanel } from '../../web/ui/dialogs/SidePanel.tsx';
import type { ParticipantHit } from '../../features/participants/contract.ts';

interface Props {
  /** Undefined if the participant is not in the list, for example because the link is outdated. */
  participant: ParticipantHit | undefined;
  onClose: () => void;
  children: (participant: ParticipantHit) => ReactNode;
}

/** The side panel with a participant's details. */
export default function ParticipantPanel({ participant, onClose, children }: Props) {
  return (
    <SidePanel title={participant?.fullName ?? 'Person nicht gefunden'} onClose={onClose}>
      {participant ? (
        children(participant)
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>
          Diese Person steht nicht auf dieser Seite der Liste. Vielleicht hat sich ihr Status geändert.
        </Typography>
      )}
    </SidePanel>
  );
}
