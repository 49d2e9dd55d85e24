import Button from '@mui/material/Button';
import { Suspense, useRef, useState } from 'react';
import { lazyPart } from '../../web/chunk.ts';
import { Opening } from '../../web/ui/Opening.tsx';
import type { DocumentsDialogProps } from './DocumentsDialog.tsx';

// Lists stand before the dialog can be opened: it weighs more than they do.
const DocumentsDialog = lazyPart('DocumentsDialog', async () => ({
  default: (await import('./DocumentsDialog.tsx')).DocumentsDialog,
}));

interface Props extends Omit<DocumentsDialogProps, 'onClose'> {
  /** How many documents there are. */
  count: number;
}

/** 'Unterlagen (n)', which opens a participant's documents. */
export function DocumentsButton({ participant, count, onChanged }: Props) {
  const [open, setOpen] = useState(false);
  // Lists ask again when the dialog has closed: the entry that holds it may leave its list.
  const changed = useRef(false);
  const close = () => {
    setOpen(false);
    if (changed.current) onChanged();
    changed.current = false;
  };
  return (
    <>
      <Button
        variant="outlined"
        aria-haspopup="dialog"
        aria-label={`Unterlagen (${count}) ${participant.fullName}`}
        onClick={() => setOpen(true)}
      >
        Unterlagen ({count})
      </Button>
      {open && (
        <Suspense fallback={<Opening />}>
          <DocumentsDialog participant={participant} onChanged={() => (changed.current = true)} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
