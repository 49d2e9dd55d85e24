import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { webhookEvents, type WebhookEvent } from '../../features/webhooks/rules.ts';
import { CheckboxGroup } from './CheckboxGroup.tsx';
import { eventGroups, eventTexts } from './eventTexts.ts';

interface Props {
  chosen: readonly WebhookEvent[];
  onChange: (events: readonly WebhookEvent[], isChosen: boolean) => void;
  /** Why the choice is refused. */
  error: string | undefined;
}

/**
 * The events of a webhook in groups, side by side where there is room. How many are chosen of how many is said above
 * them, since on a phone the last group is below the edge of the dialog.
 */
export function EventFields({ chosen, onChange, error }: Props) {
  const isAllChosen = chosen.length === webhookEvents.length;
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
        <Typography aria-live="polite" sx={{ fontWeight: 600 }}>
          Ereignisse: {chosen.length} von {webhookEvents.length} ausgewählt
        </Typography>
        <Button variant="outlined" onClick={() => onChange(webhookEvents, !isAllChosen)}>
          {isAllChosen ? 'Keine auswählen' : 'Alle auswählen'}
        </Button>
      </Box>
      {error && (
        <FormHelperText error role="alert" sx={{ m: 0 }}>
          {error}
        </FormHelperText>
      )}
      <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 15rem), 1fr))' }}>
        {eventGroups.map(({ name, events }) => (
          <CheckboxGroup
            key={name}
            legend={name}
            allLabel="Alle"
            items={events.map((event) => ({ item: event, label: eventTexts[event] }))}
            chosen={chosen}
            onChange={onChange}
            isRefused={error !== undefined}
          />
        ))}
      </Box>
    </Box>
  );
}
