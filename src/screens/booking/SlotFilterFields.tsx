import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { TypeFilter } from '../../features/booking/rules.ts';
import { partsOfDay, type PartOfDay } from '../../features/booking/search/rules.ts';
import { CoachSelect } from './CoachSelect.tsx';
import { FreeDaysCalendar } from './FreeDaysCalendar.tsx';
import type { useSlotFilter } from './useSlotFilter.ts';
import { ToggleGroup, Toggle, WeekdayToggles } from '../../web/ui/fields/WeekdayToggles.tsx';

const partLabels: Record<PartOfDay, string> = {
  morning: 'Vormittag (bis 12 Uhr)',
  afternoon: 'Nachmittag (12 bis 17 Uhr)',
  evening: 'Abend (ab 17 Uhr)',
};

interface Props extends ReturnType<typeof useSlotFilter> {
  typeFilter: TypeFilter;
  firstFreeDay: string;
}

/** The filter fields for coach, weekdays, time of day and day. Every change applies immediately. */
export default function SlotFilterFields({ filter, change, reset, typeFilter, firstFreeDay }: Props) {
  return (
    <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'grid', gap: 4, alignContent: 'start', justifyItems: 'start' }}>
        <CoachSelect value={filter.coachId} onChange={(coachId) => change({ coachId })} />
        <WeekdayToggles value={filter.weekdays} onChange={(weekdays) => change({ weekdays })} />
        <ToggleGroup legend="Tageszeit">
          {partsOfDay.map((part) => (
            <Toggle
              key={part}
              label={partLabels[part]}
              isPressed={filter.partOfDay === part}
              onToggle={() => change({ partOfDay: filter.partOfDay === part ? null : part })}
            />
          ))}
        </ToggleGroup>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3 }}>
          <Button variant="outlined" onClick={reset}>
            Zurücksetzen
          </Button>
          {filter.day && <Button onClick={() => change({ day: '' })}>Alle Tage zeigen</Button>}
        </Box>
      </Box>
      <FreeDaysCalendar
        filter={filter}
        typeFilter={typeFilter}
        firstFreeDay={firstFreeDay}
        onPick={(day) => change({ day })}
      />
    </Box>
  );
}
