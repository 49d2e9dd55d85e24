import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useEffect, useRef, type ReactNode } from 'react';
import { toast } from '../../toasts/toast.ts';
import { howToCopy } from './howToCopy.ts';

interface Props {
  label: string;
  value: string;
  copyLabel: string;
  /** What the value is in a message, such as 'Die Adresse', and the pronoun for it, such as 'sie'. */
  subject: string;
  pronoun: string;
  /** More buttons beside the one that copies. */
  children?: ReactNode;
}

/** A text to copy, which is shown only once. It takes the focus from the button whose place it takes. */
export function CopyField({ label, value, copyLabel, subject, pronoun, children }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(value);
      toast.success(`${subject} wurde kopiert!`, 'copy');
    } catch {
      // Browsers refuse to copy without a secure connection. The text is already selected, so the user can copy it.
      toast.info(`${subject} ist markiert. ${howToCopy(pronoun)}`, 'copy');
    }
  };
  return (
    <>
      <TextField
        fullWidth
        label={label}
        value={value}
        inputRef={field}
        onFocus={(event) => event.target.select()}
        slotProps={{ htmlInput: { readOnly: true, spellCheck: false } }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 3 }}>
        <Button variant="contained" onClick={() => void copy()}>
          {copyLabel}
        </Button>
        {children}
      </Box>
    </>
  );
}
