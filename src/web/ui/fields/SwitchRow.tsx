import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { errorMessageOf, isSessionEndedError } from '../../calls/api.ts';
import { PlainSwitch } from './PlainSwitch.tsx';

interface Props {
  label: string;
  /** A sentence that explains the setting. */
  explanation?: string;
  checked: boolean;
  /** Saves the choice; if it throws, the switch returns to its old state. */
  onSave: (checked: boolean) => Promise<void>;
}

/** Aligns a text with the label, which is to the right of the switch. */
const labelIndent = '46px';

/** A switch that saves immediately and shows the outcome below it. */
export function SwitchRow({ label, explanation, checked, onSave }: Props) {
  const id = useId();
  // The choice while it is being saved, otherwise null.
  const [pendingChoice, setPendingChoice] = useState<boolean | null>(null);
  const [result, setResult] = useState<{ text: string; isError: boolean } | null>(null);
  const change = async (next: boolean) => {
    if (pendingChoice !== null) return;
    setPendingChoice(next);
    setResult(null);
    try {
      await onSave(next);
      setResult({ text: 'Gespeichert.', isError: false });
    } catch (error) {
      if (!isSessionEndedError(error)) setResult({ text: errorMessageOf(error), isError: true });
    } finally {
      setPendingChoice(null);
    }
  };
  return (
    <Box sx={{ py: 1 }}>
      <PlainSwitch checked={pendingChoice ?? checked} onChange={(next) => void change(next)} describedBy={id}>
        {label}
      </PlainSwitch>
      <Typography id={id} variant="body2" sx={{ ml: labelIndent, color: 'text.secondary' }}>
        {explanation}
      </Typography>
      <Typography
        role="status"
        variant="body2"
        sx={{ ml: labelIndent, color: result?.isError ? 'error.main' : 'text.secondary' }}
      >
        {result?.text}
      </Typography>
    </Box>
  );
}
