import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { Controller, type Control } from 'react-hook-form';
import { FormDateField } from '../../web/ui/fields/FormDateField.tsx';
import { FormTimeField } from '../../web/ui/fields/FormTimeField.tsx';
import { WeekdayToggles } from '../../web/ui/fields/WeekdayToggles.tsx';
import { FormCoachField } from '../../features/coaches/ui/FormCoachField.tsx';
import { TypeField } from '../new-appointment/TypeField.tsx';
import type { SeriesForm as Form } from './seriesForm.ts';

interface Props {
  control: Control<Form>;
  /** Whether to add the field for the coach. */
  asAdmin: boolean;
  /** Called after a change in a field that does not trigger the form's change event. */
  onChanged: () => void;
}

const rhythmLabels = ['Jede Woche', 'Alle 2 Wochen', 'Alle 3 Wochen', 'Alle 4 Wochen'];

/** The fields of a series (reference 7.15): coach, type, days and times, length. */
export function SeriesFields({ control, asAdmin, onChanged }: Props) {
  return (
    <>
      {asAdmin && (
        <Box sx={fullRow}>
          <FormCoachField name="coach" control={control} onChanged={onChanged} />
        </Box>
      )}
      <Controller
        name="type"
        control={control}
        render={({ field, fieldState }) => <TypeField {...field} error={fieldState.error?.message} />}
      />
      <Box sx={fullRow}>
        <Controller
          name="weekdays"
          control={control}
          render={({ field: { value, onChange, ref }, fieldState }) => (
            <WeekdayToggles
              value={value}
              onChange={(weekdays) => {
                onChange(weekdays);
                onChanged();
              }}
              error={fieldState.error?.message}
              ref={ref}
            />
          )}
        />
      </Box>
      <Controller
        name="everyWeeks"
        control={control}
        render={({ field: { ref, onChange, ...field }, fieldState }) => (
          <TextField
            {...field}
            select
            fullWidth
            label="Rhythmus"
            inputRef={ref}
            onChange={({ target }) => onChange(Number(target.value))}
            error={Boolean(fieldState.error)}
            helperText={fieldState.error?.message}
            slotProps={{ select: { native: true } }}
            sx={wide}
          >
            {rhythmLabels.map((rhythm, index) => (
              <option key={rhythm} value={index + 1}>
                {rhythm}
              </option>
            ))}
          </TextField>
        )}
      />
      <Box sx={wide}>
        <FormDateField name="fromDate" label="Erster Tag" control={control} onChanged={onChanged} />
      </Box>
      <Box sx={wide}>
        <FormDateField name="tillDate" label="Letzter Tag" control={control} onChanged={onChanged} />
      </Box>
      <Box sx={narrow}>
        <FormTimeField name="fromTime" label="Von" required control={control} onChanged={onChanged} />
      </Box>
      <Box sx={narrow}>
        <FormTimeField name="tillTime" label="Bis" required control={control} onChanged={onChanged} />
      </Box>
      <MinutesField control={control} name="minutes" label="Dauer (Min.)" />
      <MinutesField control={control} name="breakMinutes" label="Pause (Min.)" />
    </>
  );
}

interface MinutesFieldProps {
  control: Control<Form>;
  name: 'minutes' | 'breakMinutes';
  label: string;
}

function MinutesField({ control, name, label }: MinutesFieldProps) {
  return (
    <Controller
      name={name}
      control={control}
      render={({ field: { ref, ...field }, fieldState }) => (
        <TextField
          {...field}
          label={label}
          required
          fullWidth
          autoComplete="off"
          inputRef={ref}
          error={Boolean(fieldState.error)}
          helperText={fieldState.error?.message}
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 4 } }}
          sx={narrow}
        />
      )}
    />
  );
}

// The grid has twelve columns, so that on a wide screen both three and four fields can fill a row.
const fullRow = { gridColumn: '1 / -1' } as const;
const wide = { gridColumn: { xs: '1 / -1', sm: 'span 4' } } as const;
const narrow = { gridColumn: { xs: 'span 6', sm: 'span 3' } } as const;

/** The layout of the fields. */
export const fieldGrid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(12, minmax(0, 1fr))',
  columnGap: { xs: 3, sm: 4 },
  rowGap: 4,
  alignItems: 'start',
} as const;
