import Button from '@mui/material/Button';
import { Suspense, useRef, useState } from 'react';
import { lazyComponent } from '../../../web/lazyComponent.ts';
import { LoadingNotice } from '../../../web/ui/notices/LoadingNotice.tsx';
import type { DocumentsDialogProps } from './DocumentsDialog.tsx';

// Loaded separately from the pages with this button, since the dialog's code is larger than theirs.
const DocumentsDialog = lazyComponent('DocumentsDialog', async () => ({
  default: (await import('./DocumentsDialog.tsx')).DocumentsDialog,
}));

interface Props extends Omit<DocumentsDialogProps, 'onClose' | 'firstDocument'> {
  /** The number of documents. */
  count: number;
  /** The document that is opened with the dialog. The button is then called 'Lesen'. */
  document?: { id: number; fullName: string };
  /**
   * Whether the button is in a table row. It is then a plain HTML button, so that a page of 500 rows renders quickly.
   */
  isInTableRow?: boolean;
  /** Whether the dialog is open at first. */
  startsOpen?: boolean;
}

/** The button 'Unterlagen (n)' or 'Lesen', which opens the dialog with a participant's documents. */
export function DocumentsButton(props: Props) {
  const { participant, facts, count, document, isInTableRow = false, startsOpen = false, onChanged } = props;
  const [open, setOpen] = useState(startsOpen);
  // `onChanged` is called only after the dialog has closed, since it may remove the table row that contains the dialog.
  const hasChanges = useRef(false);
  const close = () => {
    setOpen(false);
    if (hasChanges.current) onChanged();
    hasChanges.current = false;
  };
  const buttonProps = {
    'aria-haspopup': 'dialog',
    'aria-label': document
      ? `Lesen ${document.fullName} von ${participant.fullName}`
      : `Unterlagen (${count}) ${participant.fullName}`,
    onClick: () => setOpen(true),
    children: document ? 'Lesen' : `Unterlagen (${count})`,
  } as const;
  return (
    <>
      {isInTableRow ? (
        <button type="button" className="row-word" {...buttonProps} />
      ) : (
        <Button variant="outlined" {...buttonProps} />
      )}
      {open && (
        <Suspense fallback={<LoadingNotice />}>
          <DocumentsDialog
            participant={participant}
            facts={facts}
            {...(document && { firstDocument: document.id })}
            onChanged={() => (hasChanges.current = true)}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
