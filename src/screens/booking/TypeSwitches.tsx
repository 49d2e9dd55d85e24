import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { PlainSwitch } from '../../web/ui/fields/PlainSwitch.tsx';
import { visuallyHidden } from '../../web/ui/layout/visuallyHidden.ts';
import type { TypeFilter } from '../../features/booking/rules.ts';

interface Props {
  typeFilter: TypeFilter;
  /** Why the switches cannot be used; '' if they can. */
  fixedReason: string;
  onChoose: (typeFilter: TypeFilter) => void;
}

/**
 * The switches 'Einzelcoachings' and 'Speedcoachings'. Since one must stay on, each is disabled while the other is off.
 */
export function TypeSwitches({ typeFilter, fixedReason, onChoose }: Props) {
  const hintId = useId();
  const disabledReason =
    fixedReason || (typeFilter === 'both' ? '' : 'Eine der beiden Arten bleibt immer eingeschaltet.');
  const showsEinzel = typeFilter !== 'speed';
  const showsSpeed = typeFilter !== 'einzel';
  return (
    <Box component="fieldset" sx={{ m: 0, mb: 1, p: 0, border: 0, minWidth: 0 }}>
      <Box component="legend" sx={visuallyHidden}>
        Welche Termine möchtest du sehen?
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: { xs: 3, sm: 6 } }}>
        <PlainSwitch
          checked={showsEinzel}
          disabled={Boolean(fixedReason) || !showsSpeed}
          onChange={() => onChoose(showsEinzel ? 'speed' : 'both')}
          describedBy={hintId}
        >
          Einzelcoachings
        </PlainSwitch>
        <PlainSwitch
          checked={showsSpeed}
          disabled={Boolean(fixedReason) || !showsEinzel}
          onChange={() => onChoose(showsSpeed ? 'einzel' : 'both')}
          describedBy={hintId}
        >
          Speedcoachings
        </PlainSwitch>
      </Box>
      <Typography id={hintId} variant="body2" sx={{ color: 'text.secondary', minHeight: { sm: '1.5em' } }}>
        {disabledReason}
      </Typography>
    </Box>
  );
}
