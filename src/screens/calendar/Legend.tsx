import Box from '@mui/material/Box';
import { stateLabels, type EntryState } from './calendarEntries.ts';
import { stateStyles } from './gridStyles.ts';
import { StateIcon } from './stateIcons.tsx';

/** The legend of the calendar's icons and patterns. */
export function Legend() {
  return (
    <Box component="ul" aria-label="Zeichen im Kalender" sx={list}>
      {(Object.keys(stateLabels) as EntryState[]).map((state) => (
        <Box component="li" key={state}>
          <StateMark state={state} />
        </Box>
      ))}
    </Box>
  );
}

/** Shows a state's icon and label on the state's pattern. */
export function StateMark({ state }: { state: EntryState }) {
  return (
    <Box component="span" sx={(theme) => ({ ...mark, ...stateStyles(theme)[state] })}>
      <StateIcon state={state} />
      {stateLabels[state]}
    </Box>
  );
}

const list = { listStyle: 'none', m: 0, mt: 2, p: 0, display: 'flex', flexWrap: 'wrap', gap: 2 } as const;
const mark = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '4px',
  px: 2,
  py: '2px',
  borderRadius: '8px',
  fontSize: 'caption.fontSize',
  whiteSpace: 'nowrap',
} as const;
