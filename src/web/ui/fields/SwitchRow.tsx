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

/** A switch that saves immediately and shows the outcome beside its label, or an error below it. */
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
    <Box sx={row}>
      <PlainSwitch checked={pendingChoice ?? checked} onChange={(next) => void change(next)} describedBy={id}>
        {label}
      </PlainSwitch>
      <Typography id={id} variant="body2" sx={explanationStyle}>
        {explanation}
      </Typography>
      <Typography role="status" variant="body2" sx={result?.isError ? errorStyle : savedStyle}>
        {result?.text}
      </Typography>
    </Box>
  );
}

/** Aligns a text with the label, which is to the right of the switch. */
const labelIndent = '46px';

const row = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: 2,
  py: 1,
} as const;
const explanationStyle = { order: 2, flexBasis: '100%', pl: labelIndent, color: 'text.secondary' } as const;
// Beside the label, so that the next switch does not move from under a finger. An error has no room there.
const savedStyle = { order: 1, color: 'text.secondary' } as const;
const errorStyle = { order: 3, flexBasis: '100%', pl: labelIndent, color: 'error.main' } as const;
