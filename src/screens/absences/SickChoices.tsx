import Box from '@mui/material/Box';
import Button from '@mui/material/Button';

/** A quick choice: sick today, sick tomorrow, or sick from today until a day that is entered next. */
export type SickChoice = 'today' | 'tomorrow' | 'until';

/** The buttons that fill in the form of an absence for somebody who is sick (reference 14.5). */
export function SickChoices({ onChoose }: { onChoose: (choice: SickChoice) => void }) {
  return (
    <Box
      role="group"
      aria-label="Krankmeldung"
      sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', gap: 2 }}
    >
      {choices.map(({ choice, label }) => (
        <Button key={choice} variant="outlined" onClick={() => onChoose(choice)}>
          {label}
        </Button>
      ))}
    </Box>
  );
}

const choices: { choice: SickChoice; label: string }[] = [
  { choice: 'today', label: 'Heute krank' },
  { choice: 'tomorrow', label: 'Morgen krank' },
  { choice: 'until', label: 'Krank bis …' },
];
