import Button from '@mui/material/Button';
import { Suspense, useRef, useState } from 'react';
import { lazyComponent } from '../../../web/lazyComponent.ts';
import { OpeningNotice } from '../../../web/ui/notices/OpeningNotice.tsx';
import type { DocumentsDialogProps } from './DocumentsDialog.tsx';

// Loaded after the lists, since the dialog is larger than they are.
const DocumentsDialog = lazyComponent('DocumentsDialog', async () => ({
  default: (await import('./DocumentsDialog.tsx')).DocumentsDialog,
}));

interface Props extends Omit<DocumentsDialogProps, 'onClose'> {
  /** The number of documents. */
  count: number;
  /** Shows a plain button that the table styles, since a page may have 500 rows. */
  inRow?: boolean;
}

/** 'Unterlagen (n)': opens a participant's documents. */
export function DocumentsButton({ participant, facts, count, inRow = false, onChanged }: Props) {
  const [open, setOpen] = useState(false);
  // Lists are refetched only after the dialog has closed, since the row that contains the dialog may leave its list.
  const changed = useRef(false);
  const close = () => {
    setOpen(false);
    if (changed.current) onChanged();
    changed.current = false;
  };
  const button = {
    'aria-haspopup': 'dialog',
    'aria-label': `Unterlagen (${count}) ${participant.fullName}`,
    onClick: () => setOpen(true),
    children: `Unterlagen (${count})`,
  } as const;
  return (
    <>
      {inRow ? <button type="button" className="row-word" {...button} /> : <Button variant="outlined" {...button} />}
      {open && (
        <Suspense fallback={<OpeningNotice />}>
          <DocumentsDialog
            participant={participant}
            facts={facts}
            onChanged={() => (changed.current = true)}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
