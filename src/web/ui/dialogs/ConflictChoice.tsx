import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef } from 'react';
import { staleRecordRefusals } from '../../../shared/version.ts';
import type { Difference, Side } from '../../drafts/editConflict.ts';
import { Notice } from '../notices/Notice.tsx';

interface Props {
  differences: readonly Difference[];
  /** The labels of the fields whose stored value is adopted, because this form did not change them. */
  adoptedLabels: readonly string[];
  onChoose: (name: string, side: Side) => void;
}

/** The reason why the form cannot be saved while a choice is missing. */
export const choiceMissingMessage = 'Wähle zuerst bei jedem Feld, welcher Wert gelten soll.';

/** Lets the user choose a value for each field that this user and another user have changed to different values. */
export function ConflictChoice({ differences, adoptedLabels, onChoose }: Props) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The form that this replaces may have been scrolled to its end.
    container.current?.scrollIntoView({ block: 'start' });
    container.current?.querySelector('input')?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={container}>
      <Notice kind="warning" announced>
        {staleRecordRefusals.changedMeanwhile} Bei diesen Feldern gibt es jetzt zwei Werte. Wähle, welcher gelten soll.
        {adoptedLabels.length > 0 && ` Übernommen wird auch, was nur dort geändert wurde: ${adoptedLabels.join(', ')}.`}
      </Notice>
      <Box sx={{ display: 'grid', gap: 4 }}>
        {differences.map((difference) => (
          <Choice key={difference.name} {...difference} onChoose={(side) => onChoose(difference.name, side)} />
        ))}
      </Box>
    </div>
  );
}

function Choice({ label, own, stored, side, onChoose }: Difference & { onChoose: (side: Side) => void }) {
  const id = useId();
  return (
    <FormControl sx={{ minWidth: 0 }}>
      <FormLabel id={id} sx={{ fontWeight: 600, '&, &.Mui-focused': { color: 'text.primary' } }}>
        {label}
      </FormLabel>
      <RadioGroup
        aria-labelledby={id}
        value={side ?? ''}
        onChange={(_, chosen) => onChoose(chosen === 'own' ? 'own' : 'stored')}
        sx={twoColumns}
      >
        <FormControlLabel value="own" control={<Radio />} label={<Value origin="In diesem Formular" text={own} />} />
        <FormControlLabel
          value="stored"
          control={<Radio />}
          label={<Value origin="Inzwischen gespeichert" text={stored} />}
        />
      </RadioGroup>
    </FormControl>
  );
}

function Value({ origin, text }: { origin: string; text: string }) {
  return (
    <>
      <Typography variant="body2" component="span" sx={{ display: 'block', color: 'text.secondary' }}>
        {origin}
      </Typography>{' '}
      <Typography component="span" sx={{ overflowWrap: 'anywhere' }}>
        {text || 'leer'}
      </Typography>
    </>
  );
}

const twoColumns = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  columnGap: 4,
  '& .MuiFormControlLabel-root': { alignItems: 'flex-start', py: 1, mr: 0 },
  '& .MuiFormControlLabel-label': { minWidth: 0, pt: 1 },
} as const;
