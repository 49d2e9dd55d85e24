import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Switch from '@mui/material/Switch';
import { useId, useState } from 'react';
import { sentenceOf, sessionEnded } from '../api.ts';

interface Props {
  label: string;
  /** What it means, in a sentence. */
  explanation?: string;
  checked: boolean;
  /** Stores the choice; a refusal takes the switch back. */
  onSave: (checked: boolean) => Promise<void>;
}

/** A switch that saves at once and says so, or why not, in its own place. */
export function SwitchRow({ label, explanation, checked, onSave }: Props) {
  const id = useId();
  // What was chosen while it is on its way; then the stored choice comes from outside.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [said, setSaid] = useState<{ text: string; wrong: boolean } | null>(null);
  const change = async (next: boolean) => {
    if (chosen !== null) return;
    setChosen(next);
    setSaid(null);
    try {
      await onSave(next);
      setSaid({ text: 'Gespeichert.', wrong: false });
    } catch (error) {
      if (!sessionEnded(error)) setSaid({ text: sentenceOf(error), wrong: true });
    } finally {
      setChosen(null);
    }
  };
  return (
    <Box sx={{ py: 1 }}>
      <FormControlLabel
        label={label}
        control={
          <Switch
            checked={chosen ?? checked}
            onChange={(_, next) => void change(next)}
            slotProps={{ input: { 'aria-describedby': id } }}
          />
        }
      />
      <FormHelperText id={id} sx={{ m: 0, ml: '47px', fontSize: 'body2.fontSize' }}>
        {explanation}
      </FormHelperText>
      <FormHelperText role="status" error={said?.wrong ?? false} sx={{ m: 0, ml: '47px', fontSize: 'body2.fontSize' }}>
        {said?.text}
      </FormHelperText>
    </Box>
  );
}
