import { DocumentsButton } from '../../features/files/ui/DocumentsButton.tsx';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { RowButton } from '../../web/ui/buttons/RowButton.tsx';
import type { ParticipantHit } from '../../features/participants/contract.ts';
import { ActionsButton } from './ActionsButton.tsx';

const PersonFacts = lazyComponent('PersonFacts', () => import('./PersonFacts.tsx'));

interface Props {
  participant: ParticipantHit;
  /** Whether to add the menu of admins' actions. */
  asAdmin: boolean;
  /** The element below the row that shows the details; undefined if the details open in a panel. */
  detailsBelow: { isExpanded: boolean; id: string } | undefined;
  /** Whether the participant's documents are open at first. */
  documentsOpen: boolean;
  onOpen: () => void;
  /** Called when the participant or their documents have changed; resolves once the screen shows the server's data. */
  onChanged: () => Promise<void>;
  /** Called with the error of an action, and with null when the next action starts. */
  onFailure: (error: unknown) => void;
}

/** The buttons at the end of a participant's row: documents, for admins the menu, and details. */
export function ResultRowActions(props: Props) {
  const { participant, asAdmin, detailsBelow, documentsOpen, onOpen, onChanged, onFailure } = props;
  const { participantId: id, fullName, files, status } = participant;
  return (
    <>
      <DocumentsButton
        key={String(documentsOpen)}
        isInTableRow
        startsOpen={documentsOpen}
        participant={{ id, fullName, inactive: status === 1 }}
        facts={<PersonFacts participant={participant} />}
        count={files.meta.total}
        onChanged={() => void onChanged()}
      />
      {asAdmin && <ActionsButton participant={participant} onChanged={onChanged} onFailure={onFailure} />}
      <RowButton
        icon="open"
        aria-label={`Details ${fullName}`}
        aria-expanded={detailsBelow?.isExpanded ?? false}
        {...(detailsBelow
          ? { 'aria-controls': detailsBelow.isExpanded ? detailsBelow.id : undefined }
          : { 'aria-haspopup': 'dialog' })}
        onClick={onOpen}
      />
    </>
  );
}
