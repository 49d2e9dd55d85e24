import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { visuallyHidden } from '../../web/ui/visuallyHidden.ts';
import type { Choice } from '../rules.ts';

interface Props {
  choice: Choice;
  /** Why the choice is fixed, '' when it is free. */
  fixedReason: string;
  onChoose: (choice: Choice) => void;
}

/** 'Einzelcoachings' and 'Speedcoachings'; at least one stays on: each is off limits while the other is off. */
export function TypeSwitches({ choice, fixedReason, onChoose }: Props) {
  const hint = useId();
  const reason = fixedReason || (choice === 'both' ? '' : 'Eine der beiden Arten bleibt immer eingeschaltet.');
  const einzel = choice !== 'speed';
  const speed = choice !== 'einzel';
  return (
    <Box component="fieldset" sx={{ m: 0, mb: 2, p: 0, border: 0, minWidth: 0 }}>
      <Box component="legend" sx={visuallyHidden}>
        Welche Termine möchtest du sehen?
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 6 }}>
        <FormControlLabel
          label="Einzelcoachings"
          control={
            <Switch
              checked={einzel}
              disabled={Boolean(fixedReason) || !speed}
              onChange={() => onChoose(einzel ? 'speed' : 'both')}
              slotProps={{ input: { 'aria-describedby': hint } }}
            />
          }
        />
        <FormControlLabel
          label="Speedcoachings"
          control={
            <Switch
              checked={speed}
              disabled={Boolean(fixedReason) || !einzel}
              onChange={() => onChoose(speed ? 'einzel' : 'both')}
              slotProps={{ input: { 'aria-describedby': hint } }}
            />
          }
        />
      </Box>
      <Typography id={hint} variant="body2" sx={{ color: 'text.secondary', minHeight: '1.5em' }}>
        {reason}
      </Typography>
    </Box>
  );
}
