import { DocumentsButton } from '../../features/files/ui/DocumentsButton.tsx';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { RowButton } from '../../web/ui/buttons/RowButton.tsx';
import type { FoundParticipant } from '../../features/participants/contract.ts';
import { ActionsButton } from './ActionsButton.tsx';

const PersonFacts = lazyComponent('PersonFacts', () => import('./PersonFacts.tsx'));

interface Props {
  participant: FoundParticipant;
  /** Offers the menu of an admin's actions. */
  administers: boolean;
  /** The element below the row that shows the details; undefined where they open in a panel. */
  below: { expanded: boolean; id: string } | undefined;
  onOpen: () => void;
  /** Called when the participant or their documents have changed; resolves once the screen shows the server's state. */
  onChanged: () => Promise<void>;
  /** Called with the error of an action, and with null when the next one starts. */
  onFailure: (error: unknown) => void;
}

/** What can be done with a participant, at the end of their row: documents, for admins the menu, and details. */
export function FoundRowEnd(props: Props) {
  const { participant, administers, below, onOpen, onChanged, onFailure } = props;
  const { participantId: id, fullName, files, status } = participant;
  return (
    <>
      <DocumentsButton
        inRow
        participant={{ id, fullName, inactive: status === 1 }}
        facts={<PersonFacts participant={participant} />}
        count={files.meta.total}
        onChanged={() => void onChanged()}
      />
      {administers && <ActionsButton participant={participant} onChanged={onChanged} onFailure={onFailure} />}
      <RowButton
        icon="open"
        aria-label={`Details ${fullName}`}
        aria-expanded={below?.expanded ?? false}
        {...(below ? { 'aria-controls': below.expanded ? below.id : undefined } : { 'aria-haspopup': 'dialog' })}
        onClick={onOpen}
      />
    </>
  );
}
