import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { FormDialog } from '../../web/ui/dialogs/FormDialog.tsx';
import { useSubmit } from '../../web/calls/useSubmit.ts';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import type { ListedMail } from '../../features/mail/contract.ts';

interface Props {
  /** A mail that has been sent. */
  mail: ListedMail;
  /** Sends the mail once more; rejects if that is refused. */
  onSend: () => Promise<void>;
  /** Called when the dialog has disappeared, at the end of its closing transition. */
  onClosed: () => void;
}

/** Asks before somebody gets a mail a second time (reference 10.7). */
export default function SecondCopyDialog({ mail: { label, person, email }, onSend, onClosed }: Props) {
  const [open, setOpen] = useState(true);
  const id = useId();
  const { busy, failure, submit } = useSubmit(async () => {
    await onSend();
    setOpen(false);
  });
  const recipient = person && email ? `${person} (${email})` : person || email;
  return (
    <FormDialog
      title="E-Mail erneut senden?"
      describedBy={`${id}-description`}
      open={open}
      busy={busy}
      isChanged={false}
      onSubmit={submit}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      submitLabel="Erneut senden"
      busyText="Wird gesendet..."
    >
      <Typography id={`${id}-description`} sx={{ overflowWrap: 'anywhere' }}>
        „{label}“ ist schon gesendet. {recipient} bekommt diese E-Mail dann ein zweites Mal.
      </Typography>
      {failure !== null && <ErrorNotice error={failure} />}
    </FormDialog>
  );
}
